// labels.js -- labels of the 3D view pushed apart where they would cover each other

/// Moves the discs { x, y, radius } (pixels) as little as needed until none covers another. They start from where they
/// want to be each time, so that what is seen moves smoothly while the body turns.
export function spread(labels) {
  const places = labels.map(({ x, y }) => ({ x, y }));
  // Each round halves what is left; a crowd of ten labels at one place is apart after 60.
  for (let round = 0; round < 100; ++round) {
    let moved = false;
    for (let i = 0; i < labels.length; ++i)
      for (let j = 0; j < i; ++j) {
        const [a, b] = [places[i], places[j]];
        let [dx, dy] = [a.x - b.x, a.y - b.y];
        let distance = Math.hypot(dx, dy);
        const wanted = labels[i].radius + labels[j].radius;
        if (distance >= wanted) continue;
        // At one and the same place: aside, each pair in a direction of its own.
        if (distance < 1e-6) [dx, dy, distance] = [Math.cos(2.4 * i + j), Math.sin(2.4 * i + j), 1];
        const push = (wanted - Math.hypot(a.x - b.x, a.y - b.y) + 0.02) / 2;
        a.x += (dx / distance) * push;
        a.y += (dy / distance) * push;
        b.x -= (dx / distance) * push;
        b.y -= (dy / distance) * push;
        moved = true;
      }
    if (!moved) break;
  }
  return places;
}
