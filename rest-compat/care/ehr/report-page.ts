import type { ApiError } from '../../../src/platform/errors';
import { escapeHtml } from '../../../src/platform/escape-html';
import { htmlPage } from '../../html-page';
import type { XealthReportQuery } from '../../generated/operations';
import type { Page } from '../../route';

type Report = XealthReportQuery['xealthReport'];
type Table = Report['tables'][number];

const style = `
  body { margin: 2rem auto; max-width: 58rem; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #26323a; }
  h1 { margin: 0; font-size: 1.5rem; }
  h2 { margin: 1.5rem 0 0; font-size: 1.1rem; }
  p { margin: 0.2rem 0; color: #5b6770; }
  svg { display: block; width: 100%; height: auto; margin-top: 1rem; }
  .tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 0 2rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 0.25rem 0; border-top: 1px solid #dde3e7; text-align: left; font-weight: normal; }
  td { text-align: right; font-weight: 600; }`;

/** Health record systems show these pages in frames, so any site may frame them; the pages have no interaction. */
const page = (title: string, body: string): Page => htmlPage({ title, body, style, mayBeFramed: true });

const row = ({ label, value, units }: Table['figures'][number]): string =>
  `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(`${value} ${units}`.trim())}</td></tr>`;

const drawTable = ({ title, lastData, figures }: Table): string => `<section>
      <h2>${escapeHtml(title)}</h2>
      <p>14 days to ${escapeHtml(lastData.slice(0, 10))} UTC</p>
      <table>${figures.map(row).join('')}</table>
    </section>`;

/** The report on a patient. */
export function reportPage({
  fullName,
  birthDate,
  mrn,
  clinicName,
  createdTime,
  tables,
  image,
}: Report): Page {
  const facts = [
    ...(birthDate == null ? [] : [`Born ${birthDate}`]),
    ...(mrn == null ? [] : [`Record number ${mrn}`]),
    ...(clinicName === '' ? [] : [clinicName]),
  ];
  const made = String(createdTime).slice(0, 16).replace('T', ' ');
  const statistics = tables.length === 0 ? '<p>No statistics.</p>' : tables.map(drawTable).join('\n    ');
  return page(
    'Glucose report',
    `<h1>${escapeHtml(fullName)}</h1>
    <p>${escapeHtml(facts.join(' · '))}</p>
    <p>Glucose report of 14 days, made on ${escapeHtml(made)} UTC</p>
    ${image ?? ''}
    <div class="tables">${statistics}</div>`,
  );
}

/** Explains that there is no report to show. */
export const reportErrorPage = ({ message }: ApiError): Page =>
  page('No report', `<p role="alert">${escapeHtml(message)}</p>`);
