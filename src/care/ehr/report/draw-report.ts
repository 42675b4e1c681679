import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { isoTime } from '../../../platform/clock';
import type { ProfileDrawing } from '../../summaries/glucose-profile.service';
import type { FigureTable } from '../statistics';
import type { PatientReport } from './patient-report';

type Document = InstanceType<typeof PDFDocument>;
type Shape = ProfileDrawing['shapes'][number];

/** Files that `npm run pages` copies. */
const fontFolder = join(__dirname, '..', '..', '..', '..', '..', 'public', 'fonts');

/** Typefaces that cover names in Latin with all diacritics, Greek, Cyrillic, Hebrew and Arabic. */
const fonts = { regular: join(fontFolder, 'DejaVuSans.ttf'), bold: join(fontFolder, 'DejaVuSans-Bold.ttf') };

const margin = 48;
const rowHeight = 17;
const colors = { text: '#26323a', faint: '#5b6770', line: '#dde3e7' };

const cutToDay = (time: string): string => time.slice(0, 10);

function drawHead(document: Document, { clinicName, createdTime, ...patient }: PatientReport): void {
  const facts = [
    ...(patient.birthDate === '' ? [] : [`Born ${patient.birthDate}`]),
    ...(patient.mrn === null ? [] : [`Record number ${patient.mrn}`]),
    ...(clinicName === '' ? [] : [clinicName]),
  ];
  document.font('bold').fontSize(10).fillColor(colors.faint).text('Glucose report: 14 days');
  document.moveDown(0.4).fontSize(18).fillColor(colors.text).text(patient.fullName);
  document.moveDown(0.2).font('regular').fontSize(10).text(facts.join('  ·  '));
  document.fillColor(colors.faint).text(`Made on ${isoTime(createdTime).slice(0, 16).replace('T', ' ')} UTC`);
  document.moveDown(1);
}

/** Draws a table in a column of the page; returns the position of its end. */
function drawTable(document: Document, table: FigureTable, x: number, y: number, width: number): number {
  document.font('bold').fontSize(11).fillColor(colors.text).text(table.title, x, y, { width });
  document
    .font('regular')
    .fontSize(8.5)
    .fillColor(colors.faint)
    .text(`14 days to ${cutToDay(table.lastData)} UTC`, x, y + 15, { width });
  let line = y + 32;
  for (const { label, value, units } of table.figures) {
    document
      .moveTo(x, line)
      .lineTo(x + width, line)
      .lineWidth(0.5)
      .stroke(colors.line);
    document
      .font('regular')
      .fontSize(9.5)
      .fillColor(colors.text)
      .text(label, x, line + 4, { lineBreak: false });
    const amount = units === '' ? value : `${value} ${units}`;
    document.font('bold').text(amount, x, line + 4, { width, align: 'right', lineBreak: false });
    line += rowHeight;
  }
  return line;
}

function drawText(document: Document, label: Extract<Shape, { kind: 'text' }>): void {
  document
    .font(label.isBold ? 'bold' : 'regular')
    .fontSize(label.size)
    .fillColor(label.color);
  const width = document.widthOfString(label.text);
  const before = { start: 0, middle: width / 2, end: width }[label.anchor];
  document.text(label.text, label.x - before, label.y, { lineBreak: false, baseline: 'alphabetic' });
}

function drawShape(document: Document, shape: Shape): void {
  switch (shape.kind) {
    case 'rect':
      document.rect(shape.x, shape.y, shape.width, shape.height).fill(shape.fill);
      return;
    case 'line':
      document
        .moveTo(shape.x1, shape.y1)
        .lineTo(shape.x2, shape.y2)
        .lineWidth(shape.width)
        .stroke(shape.stroke);
      return;
    case 'area':
      document.path(shape.path).fill(shape.fill);
      return;
    case 'curve':
      document.path(shape.path).lineWidth(shape.width).stroke(shape.stroke);
      return;
    case 'text':
      drawText(document, shape);
  }
}

function drawProfile(document: Document, { width, height, shapes }: ProfileDrawing, top: number): number {
  const scale = (document.page.width - 2 * margin) / width;
  document.save().translate(margin, top).scale(scale);
  for (const shape of shapes) drawShape(document, shape);
  document.restore();
  return top + height * scale;
}

/** Draws a report as a PDF document of one page, without a profile if `profile` is null. */
export function drawReport(report: PatientReport, profile: ProfileDrawing | null): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en',
    info: { Title: 'Glucose report', CreationDate: new Date(report.createdTime) },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.registerFont('regular', fonts.regular);
  document.registerFont('bold', fonts.bold);
  drawHead(document, report);
  const top = profile ? drawProfile(document, profile, document.y) + 18 : document.y;
  const gap = 32;
  const width = (document.page.width - 2 * margin - gap) / 2;
  report.tables.forEach((table, index) =>
    drawTable(document, table, margin + index * (width + gap), top, width),
  );
  if (report.tables.length === 0)
    document.font('regular').fontSize(10).fillColor(colors.text).text('No statistics.', margin, top);
  document.end();
  return whole;
}
