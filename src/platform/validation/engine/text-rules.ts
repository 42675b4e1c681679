import { type FindingReport, quoted } from '../finding';
import { describeFormatProblem, formatProblem } from '../values/formats';
import { compareByCodePoint, isLongerThan, isShorterThan } from '../values/text';
import type { Enumeration, TextField, TextListField } from '../vocabulary';
import type { ValueRules } from './compiled';
import { compileCondition } from './conditions';
import { checkItemCount, describeLimits } from './limits';

type TextCheck = (value: string, key: string | number, report: FindingReport) => void;

/** Like a check, and tells whether the text is right. */
type TextTest = (...args: Parameters<TextCheck>) => boolean;

export function textRules(field: TextField): ValueRules<string> {
  const checkWord = compileWordCheck(field.enumeration);
  const pattern = field.pattern === undefined ? undefined : new RegExp(field.pattern);
  const formatApplies = field.formatWhen && compileCondition(field.formatWhen);
  const { equals, format, canonical } = field;
  const hasRightLength = compileLengthCheck(field.minLength, field.maxLength);
  const known = field.known && new Set(field.known);

  return {
    read: readText,
    check(value, key, siblings, _units, report) {
      if (checkWord) return checkWord(value, key, report);
      if (equals !== undefined && value !== equals) {
        return report.add('value-out-of-range', `${quoted(value)} is not ${quoted(equals)}.`, key);
      }
      if (pattern && !pattern.test(value)) {
        return report.add('value-not-valid', `${quoted(value)} does not match ${field.pattern}.`, key);
      }
      const isRight = hasRightLength(value, key, report);
      if (isRight && known && !known.has(value)) {
        report.add('value-not-allowed', `${quoted(value)} is not known.`, key);
      }
      if (!format || (formatApplies && !formatApplies(siblings))) return;
      const problem = formatProblem(format, value);
      if (problem) report.add(problem, `${quoted(value)} ${describeFormatProblem(format, value)}.`, key);
    },
    normalize: canonical === undefined ? undefined : () => canonical,
  };
}

/** Lists of texts. A null among them counts as an empty text. */
export function textListRules(field: TextListField): ValueRules<readonly string[]> {
  const checkWord = compileWordCheck(field.itemEnumeration);
  const checkLength = compileLengthCheck(field.itemMinLength, field.itemMaxLength);
  const checkItem = checkWord ?? compilePatternCheck(field.itemPattern) ?? checkLength;

  return {
    read(raw, key, report) {
      if (!Array.isArray(raw)) {
        report.add('type-not-array', `Expected an array, found ${quoted(raw)}.`, key);
        return undefined;
      }
      report.enter(key);
      const items = raw.map((item: unknown, index) => readText(item ?? '', index, report) ?? '');
      report.leave();
      return items;
    },
    check(items, key, _siblings, _units, report) {
      checkItemCount(field, items.length, key, report);
      report.enter(key);
      items.forEach((item, index) => checkItem(item, index, report));
      if (field.unique) checkUnique(items, report);
      report.leave();
    },
    normalize(items) {
      if (field.emptyIsAbsent && items.length === 0) return undefined;
      return field.sorted ? [...items].sort(compareByCodePoint) : items;
    },
  };
}

function readText(raw: unknown, key: string | number, report: FindingReport): string | undefined {
  if (typeof raw === 'string') return raw;
  report.add('type-not-string', `Expected a string, found ${quoted(raw)}.`, key);
  return undefined;
}

function compileWordCheck(words: Enumeration | undefined): TextCheck | undefined {
  if (!words) return undefined;
  const allowed = new Set(Object.keys(words.values));
  return (value, key, report) => {
    if (allowed.has(value)) return;
    report.add('value-not-allowed', `${quoted(value)} is not one of ${JSON.stringify([...allowed])}.`, key);
  };
}

function compilePatternCheck(source: string | undefined): TextCheck | undefined {
  if (source === undefined) return undefined;
  const pattern = new RegExp(source);
  return (value, key, report) => {
    if (value === '') return report.add('value-empty', 'The text is empty.', key);
    if (!pattern.test(value))
      report.add('value-not-valid', `${quoted(value)} does not match ${source}.`, key);
  };
}

function compileLengthCheck(minimum = 0, maximum = Infinity): TextTest {
  return (value, key, report) => {
    if (!isShorterThan(value, minimum) && !isLongerThan(value, maximum)) return true;
    if (value === '') report.add('value-empty', 'The text is empty.', key);
    else {
      const limits = describeLimits([minimum, maximum]);
      report.add('length-out-of-range', `The length of the text is not ${limits} characters.`, key);
    }
    return false;
  };
}

function checkUnique(items: readonly string[], report: FindingReport): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    if (seen.has(item)) report.add('value-duplicate', `${quoted(item)} is a duplicate.`, index);
    seen.add(item);
  });
}
