import type { GlucoseProfile } from './glucose-profile';
import {
  profileColors,
  profileShapes,
  profileSize,
  textSize,
  type ProfileUnits,
  type Shape,
} from './profile-shapes';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const rounded = (value: number): string => String(Number(value.toFixed(1)));

function element(shape: Shape): string {
  switch (shape.kind) {
    case 'rect':
      return `<rect x="${rounded(shape.x)}" y="${rounded(shape.y)}" width="${rounded(shape.width)}" height="${rounded(shape.height)}" fill="${shape.fill}"/>`;
    case 'line':
      return `<line x1="${rounded(shape.x1)}" x2="${rounded(shape.x2)}" y1="${rounded(shape.y1)}" y2="${rounded(shape.y2)}" stroke="${shape.stroke}" stroke-width="${shape.width}"/>`;
    case 'area':
      return `<path d="${shape.path}" fill="${shape.fill}"/>`;
    case 'curve':
      return `<path d="${shape.path}" fill="none" stroke="${shape.stroke}" stroke-width="${shape.width}"/>`;
    case 'text':
      return textElement(shape);
  }
}

function textElement({ x, y, text, size, color, anchor, isBold }: Extract<Shape, { kind: 'text' }>): string {
  const extra = [
    anchor === 'start' ? '' : ` text-anchor="${anchor}"`,
    size === textSize ? '' : ` font-size="${size}"`,
    color === profileColors.text ? '' : ` fill="${color}"`,
    isBold ? ' font-weight="600"' : '',
  ].join('');
  return `<text x="${rounded(x)}" y="${rounded(y)}"${extra}>${escaped(text)}</text>`;
}

/** An ambulatory glucose profile as an SVG image. */
export function drawProfile(profile: GlucoseProfile, units: ProfileUnits): string {
  const { width, height } = profileSize;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` role="img" aria-label="Ambulatory glucose profile" font-family="system-ui, sans-serif" font-size="${textSize}" fill="${profileColors.text}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...profileShapes(profile, units).map(element),
    '</svg>',
  ].join('');
}
