// browser_test.mjs -- reports in headless Chromium: they draw, play, scrub, zoom, print, and ask the network nothing
//
//   node browser_test.mjs --modules NODE_MODULES [--pictures DIR] REPORT.html ...
//
// NODE_MODULES holds playwright-core (build/web/report/node_modules). CHROMIUM names another browser than
// /usr/bin/chromium. A report may be of a run, a comparison or a verification. Exit 1 and a line per failure if something is wrong.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gradeOfRun } from '../../web/report/src/verdict.js';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { modules: { type: 'string' }, pictures: { type: 'string' } },
});
if (!options.modules || !files.length) {
  console.error('usage: node browser_test.mjs --modules NODE_MODULES [--pictures DIR] REPORT.html ...');
  process.exit(2);
}
const { chromium } = createRequire(join(resolve(options.modules), 'x.js'))('playwright-core');
if (options.pictures) mkdirSync(options.pictures, { recursive: true });

const kMostBytes = 5e6;
const kMostSeconds = 2; // to the load event, best of three: other work may hold the machine for a moment

let failures = 0;
let checks = 0;
let about = '';
function check(good, what) {
  ++checks;
  if (good) return;
  ++failures;
  console.log(`FAILED  ${about}: ${what}`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

/// Opens a report. Whatever it says on the console, throws or asks the network for is a failure.
async function open(file, { width = 760, height = 560, dark = false, motion = false, touch = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    hasTouch: touch,
    isMobile: touch,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000); // a machine that is busy with other tests draws a frame a second
  // What is written on canvases.
  await page.addInitScript(() => {
    window.written = [];
    window.outlines = 0; // closed ones: the marks of events
    const { closePath, fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.closePath = function () {
      ++window.outlines;
      return closePath.call(this);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      window.written.push(text);
      return fillText.call(this, text, ...rest);
    };
  });
  const url = pathToFileURL(resolve(file)).href;
  page.on('pageerror', (error) => check(false, `script error: ${error.message}`));
  page.on(
    'console',
    (line) => ['error', 'warning'].includes(line.type()) && check(false, `console ${line.type()}: ${line.text()}`),
  );
  page.on('request', (request) =>
    check(request.url() === url || /^(data|blob):/.test(request.url()), `asks for ${request.url()}`),
  );
  page.on('dialog', (dialog) => (check(false, `a dialog opened: ${dialog.message()}`), dialog.dismiss()));
  await page.goto(url);
  return page;
}
const loadSeconds = (page) => page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd / 1000);
const close = (page) => page.context().close();
const picture = (page, name) =>
  options.pictures && page.screenshot({ path: join(options.pictures, `${basename(about, '.html')}-${name}.png`) });
const noSidewaysScroll = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const brightness = (page) =>
  page.evaluate(
    () =>
      getComputedStyle(document.body)
        .backgroundColor.match(/\d+/g)
        .slice(0, 3)
        .reduce((sum, x) => sum + Number(x), 0) / 3,
  );

/// What is on a canvas: number of colours, a hash, and pixels near the hues of the body's faces.
const look = (page, selector) =>
  page.evaluate(
    (chosen) =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const source = document.querySelector(chosen);
            const copy = document.createElement('canvas');
            copy.width = source.width;
            copy.height = source.height;
            const pen = copy.getContext('2d');
            pen.drawImage(source, 0, 0);
            const data = pen.getImageData(0, 0, copy.width, copy.height).data;
            const colors = new Set();
            let hash = 0;
            let body = 0;
            for (let i = 0; i < data.length; i += 4) {
              const [r, g, b, a] = data.subarray(i, i + 4);
              colors.add((r << 16) | (g << 8) | b);
              hash = (Math.imul(hash, 31) + r * 7 + g * 5 + b * 3 + a) | 0;
              // Coral, gold, teal: opaque, and far from grey.
              if (a === 255 && Math.max(r, g, b) - Math.min(r, g, b) > 70 && b < 200) ++body;
            }
            done({ colors: colors.size, hash, body });
          }),
        ),
      ),
    selector,
  );

/// Pairs of labels of the 3D view of which one covers the other, by more than a pixel.
const coveredLabels = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const labels = document.querySelector('.stage canvas').labels();
            const covered = [];
            for (const [i, a] of labels.entries())
              for (const b of labels.slice(0, i))
                if (Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius - 1) covered.push(`${a.text} and ${b.text}`);
            done(labels.length > 2 ? covered : ['too few labels']);
          }),
        ),
      ),
  );

/// A finger goes up over the middle of an element.
async function swipeUp(page, selector) {
  const box = await page.locator(selector).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + 0.7 * box.height];
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let k = 1; k <= 10; ++k) await touch('touchMove', [{ x, y: y - 12 * k }]);
  await touch('touchEnd', []);
  await page.waitForTimeout(200);
}

let verdictsChecked = false; // once is enough
/// The page with other data: three runs that claim more or less, and the colours of their badges.
async function checkVerdicts(file, data) {
  verdictsChecked = true;
  const folder = mkdtempSync(join(tmpdir(), 'polhode-report-'));
  const seen = [];
  for (const [verdict, warnings] of [
    ['good', []],
    ['doubtful', ['The step is large.']],
    ['bad', ['The step is <b>far</b> too large.', 'Never converged.']],
  ]) {
    const copy = join(folder, `${verdict}.html`);
    const json = JSON.stringify({ ...data, verdict, warnings }).replace(/</g, '\\u003c');
    const block = /(<script type="application\/json" id="report-data">).*?(<\/script>)/s;
    writeFileSync(copy, readFileSync(file, 'utf8').replace(block, (_, before, after) => before + json + after));
    const page = await open(copy);
    check((await page.getAttribute('.verdict', 'data-verdict')) === verdict, `the badge is not ${verdict}`);
    const sentences = await page.locator('.warnings li').allTextContents();
    check(sentences.join() === warnings.join(), `warnings: ${sentences}`);
    seen.push(
      (await page.evaluate(() => getComputedStyle(document.querySelector('.verdict .tick')).backgroundColor))
        .match(/\d+/g)
        .map(Number),
    );
    await close(page);
  }
  rmSync(folder, { recursive: true });
  const [good, doubtful, bad] = seen;
  check(good[1] > good[0] && doubtful[0] > doubtful[1] && doubtful[1] > 2 * doubtful[2], `badges ${good}; ${doubtful}`);
  check(bad[0] > 2 * bad[1] && bad[0] > 2 * bad[2], `the badge of a bad run is ${bad}`);
}

async function checkRun(file, data) {
  const page = await open(file);
  let seconds = await loadSeconds(page);
  const started = Date.now();
  await page.waitForSelector('[data-view]');
  const untilView = (Date.now() - started) / 1000;
  await page.waitForTimeout(100);

  // The text, as it was written.
  check((await page.textContent('h1')) === data.scenario.title, 'the heading is the title');
  check((await page.title()).startsWith(data.scenario.title.trim()), 'the title of the page is the title');
  check((await page.textContent('details pre')) === data.scenario.text, 'the scenario is there word by word');
  check((await page.locator('h1 *, .explanation *, pre *').count()) === 0, 'text of the user made elements');
  check(
    (await page.locator('.banner').count()) === (data.done ? 0 : 1),
    data.done ? 'a banner though the run is done' : 'no banner',
  );
  if (!data.done) check((await page.textContent('.banner')).includes(data.cause), 'the banner tells the cause');
  check(
    (await page.locator('.certificate tbody tr').count()) === data.certificate.filter((c) => c.value != null).length,
    'rows of the certificate',
  );

  // It draws.
  const first = await look(page, '.stage canvas');
  check(first.colors > 300, `the view has ${first.colors} colours`);
  check(first.body > 3000, `the body has ${first.body} pixels`);
  const plots = await page.locator('.uplot canvas').count();
  check(plots === 6, `${plots} plots`);
  const written = await page.evaluate(() => window.written.filter((text) => text === 't, s').length);
  check(written >= plots, `"t, s" stands at ${written} of ${plots} axes`);
  const dashes = await page
    .locator('.figure')
    .evaluateAll((all) =>
      all.map((figure) => [...figure.querySelectorAll('.u-marker line')].map((line) => line.getAttribute('stroke-dasharray'))),
    );
  check(
    dashes.every((list) => new Set(list).size === list.length || list.every((dash) => dash === '')),
    `curves share dashes: ${JSON.stringify(dashes)}`,
  );
  check(dashes[0].length === 3 && dashes[4].length === 4, `curves in the legends: ${JSON.stringify(dashes)}`);
  for (let k = 0; k < plots; ++k) {
    await page.evaluate((n) => (document.querySelectorAll('.uplot canvas')[n].id = `plot${n}`), k);
    const seen = await look(page, `#plot${k}`);
    check(seen.colors > 20, `plot ${k} has ${seen.colors} colours`);
  }
  check((await page.getAttribute('.verdict', 'data-verdict')) === (data.done ? gradeOfRun(data) : null), 'the badge');
  const card = await page.textContent('main');
  const free = data.scenario.torques.length === 0;
  check(card.includes('Free motion') === free, free ? 'no period' : 'a torqued body has a period');
  if (free && data.tumbling.flips > 0) check(/\d+ in this run, one each [\d.e-]+ s/.test(card), 'no flips');
  check(card.includes('gravity along') === data.scenario.torques.some(({ kind }) => kind === 'heavy-top'), 'gravity');
  check(/turned by [\d.]+° about|lie along/.test(await page.textContent('.turned')), 'no angle and axis');
  const angles = page.getByLabel('Angles shown');
  const legend = () => page.locator('.figure', { has: angles }).locator('.u-legend').textContent();
  await angles.selectOption('ypr');
  check((await legend()).includes('yaw'), `no yaw: ${await legend()}`);
  await angles.selectOption('pns');
  check((await legend()).includes('nutation'), `no nutation: ${await legend()}`);
  await picture(page, 'light');

  const clock = async () => parseFloat(await page.textContent('.clock'));
  const long = data.steps > 10;
  check(
    await page.evaluate(() => !document.querySelector('.play').classList.contains('playing')),
    'plays though motion is to be reduced',
  );
  if (long) {
    // It plays.
    const before = await clock();
    await page.click('.play');
    await page.waitForTimeout(900);
    await page.click('.play');
    const after = await clock();
    const played = await look(page, '.stage canvas');
    check(after > before, `the time went from ${before} to ${after} while playing`);
    check(played.hash !== first.hash, 'the picture does not change while playing');

    // It scrubs, and the plots follow.
    const line = () => page.evaluate(() => document.querySelector('.time-line').getBoundingClientRect().x);
    const lineBefore = await line();
    const { start_time: start, end_time: wantedEnd } = data.scenario;
    const end = await page.evaluate(() => {
      const scrub = document.querySelector('.scrub');
      scrub.value = 5000;
      scrub.dispatchEvent(new Event('input'));
      const middle = parseFloat(document.querySelector('.clock').textContent);
      scrub.value = 10000;
      scrub.dispatchEvent(new Event('input'));
      const last = parseFloat(document.querySelector('.clock').textContent);
      scrub.value = 5000;
      scrub.dispatchEvent(new Event('input'));
      return { middle, last };
    });
    check(
      Math.abs(end.middle - (start + end.last) / 2) <= 0.01 * Math.abs(end.last - start),
      `half way is ${end.middle} of ${end.last}`,
    );
    check(!data.done || Math.abs(end.last - wantedEnd) <= 1e-3 * Math.abs(end.last - start), `the end is ${end.last}`);
    check(Math.abs((await line()) - lineBefore) > 50, 'the line in the plots stays');
    const scrubbed = await look(page, '.stage canvas');
    check(scrubbed.hash !== played.hash, 'the picture does not change with the time');

    // Keys.
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('ArrowRight');
    check((await clock()) > end.middle, 'the right arrow does not go on');
    await page.keyboard.press(' ');
    check(
      await page.evaluate(() => document.querySelector('.play').classList.contains('playing')),
      'space does not play',
    );
    await page.keyboard.press(' ');

    // A plot is zoomed by dragging, and shows all again after a double click.
    const plot = page.locator('.uplot .u-over').first();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(50);
    const zoomed = await page.locator('.reset-zoom:visible').count();
    check(zoomed === plots, `dragging zooms ${zoomed} plots`);
    await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + box.height / 2);
    await page.waitForTimeout(50);
    check((await page.locator('.reset-zoom:visible').count()) === 0, 'a double click does not show all');
    await page.evaluate(() => scrollTo(0, 0));
  }

  // The views, and turning them.
  const views = await page
    .locator('[data-view]')
    .evaluateAll((buttons) => buttons.map((button) => button.dataset.view));
  const wanted = data.scenario.torques.length ? 'space,polhode' : 'space,polhode,herpolhode';
  check(views.join() === wanted, `views: ${views}`);
  const hashes = new Set();
  for (const view of [...views.slice(1), 'space']) {
    await page.click(`[data-view=${view}]`);
    await page.waitForTimeout(60);
    const seen = await look(page, '.stage canvas');
    check(seen.colors > 300, `view ${view} has ${seen.colors} colours`);
    const covered = await coveredLabels(page);
    check(covered.length === 0, `view ${view}: labels over each other: ${covered}`);
    hashes.add(seen.hash);
    await picture(page, view);
  }
  check(hashes.size === views.length, 'views look the same');
  const parts = await page.locator('.toggle:visible').count();
  check(parts === 4, `${parts} parts can be hidden`);
  let shown = await look(page, '.stage canvas');
  for (let k = 0; k < parts; ++k) {
    await page.evaluate((n) => document.querySelectorAll('.toggle input')[n].click(), k);
    const rest = await look(page, '.stage canvas');
    check(rest.hash !== shown.hash, `part ${k} cannot be hidden`);
    shown = rest;
  }
  await page.evaluate(() => document.querySelectorAll('.toggle input').forEach((input) => input.click()));
  const stage = await page.locator('.stage canvas').boundingBox();
  const straight = await look(page, '.stage canvas');
  await page.mouse.move(stage.x + 300, stage.y + 200);
  await page.mouse.down();
  await page.mouse.move(stage.x + 420, stage.y + 240, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(60);
  const turned = await look(page, '.stage canvas');
  check(turned.hash !== straight.hash, 'dragging does not turn the view');
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(60);
  check((await look(page, '.stage canvas')).body !== turned.body, 'the wheel does not zoom');

  // The other colours, by the button.
  const light = await brightness(page);
  await page.click('.theme');
  const dark = await brightness(page);
  check(light > 200 && dark < 60, `brightness of the page: light ${light}, dark ${dark}`);

  // Paper: light, whatever the screen shows.
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  check(pdf.subarray(0, 5).toString() === '%PDF-' && pdf.length > 40000, `the PDF has ${pdf.length} bytes`);
  check(
    await page.evaluate(() => document.querySelector('img.print-only').src.length > 20000),
    'no picture of the view for paper',
  );
  await close(page);

  // Dark, narrow, and with motion.
  const phone = await open(file, { width: 390, height: 844, dark: true, motion: true, touch: true });
  seconds = Math.min(seconds, await loadSeconds(phone));
  await phone.waitForSelector('[data-view]');
  await phone.waitForTimeout(300);
  check((await brightness(phone)) < 60, 'not dark though the system is');
  check(await noSidewaysScroll(phone), 'scrolls sideways on a phone');
  if (long)
    check(
      await phone.evaluate(() => document.querySelector('.play').classList.contains('playing')),
      'does not play by itself',
    );
  const covered = await coveredLabels(phone);
  check(covered.length === 0, `on a phone: labels over each other: ${covered}`);
  await swipeUp(phone, '.stage canvas');
  check((await phone.evaluate(() => scrollY)) > 50, 'a swipe over the view does not scroll the page');
  check(
    await phone.evaluate(() => [...document.querySelectorAll('table:not(.u-legend)')].every((t) => t.closest('.scroll'))),
    'a table that cannot scroll',
  );
  await phone.evaluate(() => scrollTo(0, 0));
  await picture(phone, 'phone');
  await close(phone);
  if (data.done && !verdictsChecked) await checkVerdicts(file, data);

  const again = await open(file);
  seconds = Math.min(seconds, await loadSeconds(again));
  await close(again);
  check(seconds < kMostSeconds, `opens in ${seconds.toFixed(2)} s`);
  return `opens in ${seconds.toFixed(2)} s, 3D view ${untilView.toFixed(2)} s later`;
}

/// Events of a run: named with their number, in a table that leads to them, marked at every axis of time.
async function checkEvents(file, data) {
  const { events } = data;
  const page = await open(file);
  await page.waitForSelector('[data-view]');
  await page.waitForTimeout(100);
  const card = page.locator('.events');
  const told = await card.locator('dt').allTextContents();
  check(told.join() === events.watched.map(({ name }) => name).join(), `events named: ${told}`);
  for (const [k, { count }] of events.watched.entries())
    check((await card.locator('dd').nth(k).textContent()).startsWith(`${count} times`), `event ${k} did not happen ${count} times`);
  const rows = card.locator('tbody tr');
  check((await rows.count()) === Math.min(100, events.t.length), `${await rows.count()} rows`);
  check((await page.locator('.marks span').count()) === events.t.length, 'marks along the slider');
  const plots = await page.locator('.uplot canvas').count();
  const outlines = await page.evaluate(() => window.outlines);
  check(
    outlines >= plots * events.t.length && outlines % events.t.length === 0,
    `${outlines} triangles for ${events.t.length} events in ${plots} plots`,
  );
  const row = rows.nth(1);
  check((await row.locator('.what').textContent()) === events.watched[events.event[1]].name, 'the name in row 1');
  await row.locator('button').click();
  const clock = parseFloat(await page.textContent('.clock'));
  const span = data.scenario.end_time - data.scenario.start_time;
  check(Math.abs(clock - events.t[1]) < 1e-3 * span, `the time leads to ${clock}, not to ${events.t[1]}`);
  await card.scrollIntoViewIfNeeded();
  await picture(page, 'events');
  await close(page);
  const phone = await open(file, { width: 390, height: 844, dark: true, touch: true });
  await phone.waitForSelector('[data-view]');
  check(await noSidewaysScroll(phone), 'scrolls sideways on a phone');
  await phone.locator('.events').scrollIntoViewIfNeeded();
  await picture(phone, 'events-phone');
  await close(phone);
  return `${events.t.length} events`;
}

async function checkComparison(file, data) {
  const page = await open(file);
  const seconds = await loadSeconds(page);
  check((await page.textContent('h1')) === data.scenario.title, 'the heading is the title');
  check((await page.locator('.runs tbody tr').count()) === data.points.length, 'a row for each run');
  check((await page.locator('.advice li').count()) === data.advice.length, 'a sentence for each advice');
  const shown = data.points.filter((p) => p.done && p.attitude_error > 0 && p.cpu_seconds > 0).length;
  const markers = page.locator('.diagram .marker');
  check((await markers.count()) === shown, `${await markers.count()} markers for ${shown} runs`);
  const methods = [...new Set(data.points.map((p) => p.method))];
  const colors = await page
    .locator('.diagram .curve')
    .evaluateAll((all) => all.map((curve) => getComputedStyle(curve).color));
  check(new Set(colors).size === Math.min(8, colors.length), 'methods share a colour');
  const looks = await page
    .locator('.legend .icon')
    .evaluateAll((all) => all.map((icon) => icon.getAttribute('style') + icon.innerHTML));
  check(new Set(looks).size === methods.length, 'methods look the same');
  await picture(page, 'light');

  const at = () => markers.first().getAttribute('transform');
  const before = await at();
  await page.click('[data-work=steps]');
  check((await at()) !== before, 'the other measure of work changes nothing');
  await markers.first().focus();
  check((await page.textContent('.tip')).includes(methods[0]), 'no values at the marker that has the focus');
  await page.evaluate(() => document.activeElement.blur());
  const marker = await markers.last().boundingBox();
  await page.mouse.move(marker.x + marker.width / 2, marker.y + marker.height / 2);
  const tip = await page.locator('.tip:visible').textContent();
  check(
    methods.some((method) => tip.includes(method)),
    'no values at the cursor',
  );
  await page.locator('.legend input').first().uncheck();
  check((await markers.count()) < shown, 'a method cannot be hidden');
  await page.locator('.legend input').first().check();
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  check(pdf.length > 20000, `the PDF has ${pdf.length} bytes`);
  await close(page);

  const phone = await open(file, { width: 390, height: 844, dark: true, touch: true });
  check((await brightness(phone)) < 60, 'not dark though the system is');
  check(await noSidewaysScroll(phone), 'scrolls sideways on a phone');
  const scrolled = await phone.evaluate(() => {
    const place = document.querySelector('.runs').closest('.scroll');
    place.scrollLeft = 1e4;
    const name = document.querySelector('.runs tbody th').getBoundingClientRect();
    return place.scrollLeft > 50 && name.left >= 0;
  });
  check(scrolled, 'the table does not scroll under the names of the methods');
  await picture(phone, 'phone');
  await close(phone);
  return `opens in ${seconds.toFixed(2)} s`;
}

/// Two bodies that move together, errors over time, the grade and what was found.
async function checkVerification(file, data) {
  const [one] = data.files;
  const page = await open(file);
  const seconds = await loadSeconds(page);
  check(seconds < kMostSeconds, `opens in ${seconds.toFixed(2)} s`);
  await page.waitForSelector('.pair canvas');
  const verdict = await page.textContent('.verdict');
  check(verdict.includes(`Grade ${one.grade}:`), `the verdict is ${verdict}`);
  check((await page.locator('.warnings li').count()) === one.findings.length, 'a line for each finding');
  check((await page.locator('.uplot canvas').count()) === 2, 'two plots');
  const stages = ['.stage:nth-child(1) canvas', '.stage:nth-child(2) canvas'];
  const at = async (share) => {
    await page.locator('.scrub').evaluate((scrub, value) => {
      scrub.value = value;
      scrub.dispatchEvent(new Event('input'));
    }, 10000 * share);
    return [await look(page, stages[0]), await look(page, stages[1])];
  };
  const [first, last] = [await at(0), await at(1)];
  for (const k of [0, 1]) {
    check(first[k].colors > 50 && first[k].body > 500, `no body on stage ${k}: ${JSON.stringify(first[k])}`);
    check(first[k].hash !== last[k].hash, `the body on stage ${k} does not move`);
  }
  const apart = ([a, b]) => Math.abs(a.body - b.body) / b.body;
  check(apart(first) < 0.01, `the bodies differ at the start, by ${apart(first)} of their pixels`);
  check(apart(last) > apart(first), `at the end they differ by ${apart(last)} of their pixels, at first by ${apart(first)}`);
  await picture(page, 'light');
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  check(pdf.length > 20000, `the PDF has ${pdf.length} bytes`);
  await close(page);

  const phone = await open(file, { width: 390, height: 844, dark: true, touch: true });
  check((await brightness(phone)) < 60, 'not dark though the system is');
  await phone.waitForSelector('.pair canvas');
  check(await noSidewaysScroll(phone), 'scrolls sideways on a phone');
  await picture(phone, 'phone');
  await close(phone);
  return `opens in ${seconds.toFixed(2)} s`;
}

/// A page of an ensemble has no script: nothing is cut on a screen, and on a phone only tables scroll.
async function checkEnsemble(file) {
  const page = await open(file, { width: 1400, height: 900 });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText),
  );
  check(cut.length === 0, `wider than a screen of 1400 pixels: ${cut}`);
  await close(page);
  const phone = await open(file, { width: 390, height: 844, dark: true, touch: true });
  check((await brightness(phone)) < 60, 'not dark though the system is');
  check(await noSidewaysScroll(phone), 'scrolls sideways on a phone');
  await picture(phone, 'phone');
  await close(phone);
  return 'an ensemble';
}

const started = Date.now();
for (const file of files) {
  about = basename(file);
  const text = readFileSync(file, 'utf8');
  const found = text.match(/<script type="application\/json" id="report-data">(.*?)<\/script>/s);
  const data = found ? JSON.parse(found[1]) : { kind: 'ensemble' };
  const { size } = statSync(file);
  check(size < kMostBytes, `${size} bytes`);
  const byKind = { run: checkRun, comparison: checkComparison, verification: checkVerification, ensemble: checkEnsemble };
  const inspect = data.events ? checkEvents : byKind[data.kind];
  const result = await inspect(file, data);
  console.log(`${about}: ${(size / 1e6).toFixed(2)} MB, ${result}`);
}
await browser.close();
console.log(`${checks} checks, ${failures} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`);
process.exit(failures ? 1 : 0);
