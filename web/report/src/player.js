// player.js -- the clock of the animation: play, pause, seek, speed

export class Player {
  constructor(start, end, speed) {
    Object.assign(this, { start, end, speed, time: start, playing: false });
    this.listeners = [];
    this.last = null;
    this.frame = this.frame.bind(this);
  }
  onChange(listener) {
    this.listeners.push(listener);
  }
  changed() {
    for (const listener of this.listeners) listener(this.time, this.playing);
  }
  play(on = !this.playing) {
    if (on === this.playing || this.start === this.end) return;
    this.playing = on;
    this.last = null;
    if (on) requestAnimationFrame(this.frame);
    this.changed();
  }
  seek(time) {
    const [low, high] = [Math.min(this.start, this.end), Math.max(this.start, this.end)];
    this.time = Math.min(high, Math.max(low, time));
    this.changed();
  }
  frame(now) {
    if (!this.playing) return;
    // A tab that was hidden goes on from where it was.
    const passed = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    const direction = Math.sign(this.end - this.start);
    const next = this.time + direction * passed * this.speed;
    this.seek(direction * next > direction * this.end ? this.start : next);
    requestAnimationFrame(this.frame);
  }
}
