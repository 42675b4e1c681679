import type { Dice } from '../simulation/dice';
import { chooseId, type KnownId } from './known-ids';

/** Texts that break code that does not expect them. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udfffb',
  '\u202Eright to left',
  '👩‍⚕️'.repeat(30),
  'İıſK',
  "'; DROP TABLE users; --",
  '%_\\',
  '${1+1}{{1+1}}<script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'x'.repeat(300),
  'ü'.repeat(70_000),
  '\r\nBcc: a@b.c',
  '1e400',
  '-0',
];

const nastyNumbers = [
  0,
  -1,
  1,
  -0.0001,
  2_147_483_647,
  -2_147_483_648,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  5e-324,
];
const times = [
  '2024-05-06T07:08:09Z',
  '2024-05-06T07:08:09.123+14:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-05-06',
  '1716',
];

/** Valid values by name. */
const plausible: readonly [name: RegExp, values: readonly unknown[]][] = [
  [/email/i, ['somebody@example.org', 'a+b@example.org', 'no address']],
  [/birth|day/i, ['1990-05-06', '2024-02-29', '1990-13-01']],
  [/date|time|start|end|since|until|before|after/i, times],
  [/timezone|zone/i, ['Europe/Berlin', 'UTC', 'Mars/Olympus']],
  [/country/i, ['US', 'FR', 'ZZ']],
  [/bgUnits|units/i, ['mg/dL', 'mmol/L', 'stone']],
  [/permission/i, ['view', 'upload', 'note', 'follow', 'custodian', 'root']],
  [/role/i, ['CLINIC_ADMIN', 'CLINIC_MEMBER', 'PRESCRIBER', 'clinician', 'patient']],
  [/password/i, ['open-sesame', 'short', 'x'.repeat(100)]],
  [/url|uri|endpoint/i, ['https://example.org/x', 'http://localhost:1', 'javascript:alert(1)']],
  [/type|provider/i, ['cgm', 'bgm', 'continuous', 'dexcom', 'cbg', 'oauth', 'big_data_donation_project']],
  [/collection/i, ['profile', 'settings', 'preferences', 'private', 'none']],
  [/name|text|title|reason/i, ['Ann Ba', 'Ünï Cödé', 'Z']],
  [/period/i, ['1d', '7d', '14d', '30d', '99d']],
];

/** Generates values without a type, or only by name. */
export class LooseValues {
  constructor(
    readonly dice: Dice,
    readonly ids: readonly KnownId[],
  ) {}

  /** An unexpected value. */
  anything(): unknown {
    const { dice } = this;
    return dice.oneOf<() => unknown>([
      () => dice.oneOf(nastyTexts),
      () => dice.oneOf(nastyNumbers),
      () => dice.oneOf(this.ids)?.[1],
      () => dice.oneOf([true, false, null]),
      () => [],
      () => ({}),
      () => [[[[null]]]],
      () => ({ [dice.oneOf(nastyTexts) ?? '']: dice.oneOf(nastyNumbers) }),
    ])?.();
  }

  id(name: string, within: string): string {
    const { dice } = this;
    return dice.onceIn(8) ? (dice.oneOf(nastyTexts) ?? '') : chooseId(this.ids, dice, name, within);
  }

  integer(): number {
    const { dice } = this;
    return (
      (dice.onceIn(3) ? dice.oneOf(nastyNumbers.filter(Number.isInteger)) : undefined) ?? 1 + dice.below(30)
    );
  }

  number(): number {
    const { dice } = this;
    return (dice.onceIn(3) ? dice.oneOf(nastyNumbers) : undefined) ?? dice.below(300) / 10;
  }

  time(): string {
    return this.dice.oneOf(times) ?? '';
  }

  /** A text for a field with this name, within a field of another name. */
  text(name: string, within: string): unknown {
    const { dice } = this;
    if (dice.onceIn(6)) return dice.oneOf(nastyTexts);
    if (/(id|key|code|token|email|emails)s?$/i.test(name) || dice.onceIn(20))
      return chooseId(this.ids, dice, name, within);
    const [, values = ['something', 'else']] = plausible.find(([pattern]) => pattern.test(name)) ?? [];
    return dice.oneOf(values);
  }

  /** A record, or something similar. */
  json(depth = 0): unknown {
    const { dice } = this;
    if (depth === 0 && dice.onceIn(3)) return this.anything();
    const names = [
      'type',
      'time',
      'value',
      'units',
      'deviceId',
      'payload',
      'fullName',
      'patient',
      '__proto__',
    ];
    const values = [() => this.anything(), () => this.time(), () => 5.5, () => 'cbg', () => 'mmol/L'];
    return Object.fromEntries(
      names
        .filter(() => dice.onceIn(2))
        .map((name) => [name, depth < 2 && dice.onceIn(4) ? this.json(depth + 1) : dice.oneOf(values)?.()]),
    );
  }
}
