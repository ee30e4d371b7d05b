// main.js -- reads the data that the program has put into the page
import { comparisonPage } from './comparison.js';
import { h } from './dom.js';
import { runPage } from './run.js';
import { verificationPage } from './verification.js';

const pages = { run: runPage, comparison: comparisonPage, verification: verificationPage };
const text = document.getElementById('report-data').textContent;
try {
  const data = JSON.parse(text);
  pages[data.kind](data);
} catch (error) {
  document
    .getElementById('page')
    .append(h('p.banner.failed', { role: 'alert' }, `This report cannot be shown: ${error.message}`));
  throw error;
}
