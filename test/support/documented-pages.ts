import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A block of code on a page. */
export interface CodeBlock {
  language: string;
  text: string;
  line: number;
}

/** A page of the documentation, taken apart. */
export interface DocumentedPage {
  /** Path from the root of the repository. */
  path: string;
  blocks: CodeBlock[];
  /** What is in code font within the text. */
  codeSpans: string[];
  /** Targets of the links to files and headings of this repository. */
  links: string[];
  /** Names by which links reach the headings. */
  anchors: Set<string>;
}

const blockPattern = /^( *)```(\w*)\n([^]*?)^ *```$/gm;

/** The anchor of a heading, as GitHub makes it. */
const makeAnchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function listAnchors(prose: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) {
    const anchor = makeAnchor(heading);
    let name = anchor;
    // GitHub numbers headings that are there twice.
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

function readPage(path: string): DocumentedPage {
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(blockPattern)].map(
    ({ 1: indentation = '', 2: language = '', 3: content = '', index }) => ({
      language,
      text: content.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
      line: text.slice(0, index).split('\n').length,
    }),
  );
  const prose = text.replace(blockPattern, '');
  return {
    path,
    blocks,
    codeSpans: [...prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code = '']) => code.replace(/\s+/g, ' ')),
    links: [...prose.matchAll(/(?:\]\(|(?:href|src)=")([^)"\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target)),
    anchors: listAnchors(prose),
  };
}

/** All pages of the documentation, by their paths. */
export const readPages = (): Map<string, DocumentedPage> =>
  new Map(
    [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'client/README.md',
      'examples/dashboard/README.md',
    ]
      .concat(globSync('docs/*.md').sort())
      .map((path) => [path, readPage(path)]),
  );

/** The file and the heading that a link of a page leads to. */
export function resolveLink({ path }: DocumentedPage, link: string): { file: string; anchor: string } {
  const [target = '', anchor = ''] = link.split('#');
  return { file: target === '' ? path : normalize(join(dirname(path), decodeURI(target))), anchor };
}

/** The lines of a block of commands, those that go on after a backslash as one, without comments. */
export const commandLines = ({ text }: CodeBlock): string[] =>
  text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
