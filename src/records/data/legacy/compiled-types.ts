import { compileObject } from '../../../platform/validation/engine/compile-object';
import { CompiledTable } from '../../../platform/validation/engine/compile-table';
import type { CompiledObject, Shaped } from '../../../platform/validation/engine/compiled';
import { readDiscriminator } from '../../../platform/validation/engine/discriminator';
import type { FindingReport } from '../../../platform/validation/finding';
import type { JsonObject } from '../../../platform/validation/values/json';
import { legacyBaseFields, optionalDeviceTime, requiredDeviceTime } from './families/base';
import type { LegacyType } from './legacy-type';
import { legacyTypes } from './table';

/** A record of known type whose fields have the right JSON types. */
export interface ShapedLegacyRecord {
  readonly kind: LegacyType;
  readonly compiled: CompiledObject;
  readonly values: Shaped;
  /** Identifies the record in findings. */
  readonly meta: Readonly<Record<string, string>>;
}

interface Kind {
  readonly kind: LegacyType;
  readonly compiled: CompiledObject;
}

interface TypeEntry {
  readonly discriminator?: string;
  /** By the value of the discriminator, or under `undivided`. */
  readonly kinds: Map<string, Kind>;
}

const undivided = '';
const compiler = new CompiledTable([]);

function compile(kind: LegacyType): Kind {
  const deviceTime = kind.hasDeviceTime ? requiredDeviceTime : optionalDeviceTime;
  const fields = [...legacyBaseFields, deviceTime, ...kind.fields];
  const compiled = compileObject({ fields, rules: kind.rules, isRecord: true }, compiler, (object) => object);
  return { kind, compiled };
}

const types = new Map<string, TypeEntry>();
for (const kind of legacyTypes) {
  const { type, discriminator } = kind;
  const entry = types.get(type) ?? { discriminator: discriminator?.field, kinds: new Map<string, Kind>() };
  entry.kinds.set(discriminator?.value ?? undivided, compile(kind));
  types.set(type, entry);
}

/**
 * Determines the type of a record and reads its fields. Returns undefined, after reporting, when the type is
 * unknown.
 */
export function readLegacyRecord(raw: JsonObject, report: FindingReport): ShapedLegacyRecord | undefined {
  const type = readDiscriminator(raw, 'type', types, report);
  const entry = type === undefined ? undefined : types.get(type);
  if (type === undefined || !entry) return undefined;
  report.describeRecord({ type });
  const { discriminator, kinds } = entry;
  const value = discriminator ? readDiscriminator(raw, discriminator, kinds, report) : undivided;
  const found = value === undefined ? undefined : kinds.get(value);
  if (!found || value === undefined) return undefined;
  const meta = discriminator ? { type, [discriminator]: value } : { type };
  report.describeRecord(meta);
  return { ...found, meta, values: found.compiled.read(raw, report) };
}

/** The type of an embedded record; undefined if unknown. */
export function findLegacyType(raw: JsonObject): LegacyType | undefined {
  const entry = types.get(String(raw.type));
  return entry?.kinds.get(entry.discriminator ? String(raw[entry.discriminator]) : undivided)?.kind;
}
