import type { FindingReport } from '../finding';
import type { Field, ObjectType, RecordField, RecordType } from '../vocabulary';
import type { CompiledObject, CompiledRecord, Compiler, ShapedRecord } from './compiled';
import { compileObject } from './compile-object';
import { readDiscriminator } from './discriminator';

/** The record types that share one `type`. */
interface TypeEntry {
  /** The field that tells them apart, where there are several. */
  readonly discriminator?: string;
  /** By the value of the discriminator, or under `undivided`. */
  readonly records: Map<string, CompiledRecord>;
}

/** Stands in for a value of the discriminator where there is none. */
const undivided = '';

/** The validators of all record types that can be uploaded, compiled once. */
export class CompiledTable implements Compiler {
  private readonly objects = new Map<ObjectType, CompiledObject>();
  private readonly types = new Map<string, TypeEntry>();

  /** @param getFields all fields of a record that a sender may fill */
  constructor(
    recordTypes: readonly RecordType[],
    private readonly getFields: (recordType: RecordType) => readonly Field[] = ({ fields }) => fields,
  ) {
    for (const recordType of recordTypes) {
      if (recordType.readOnly) continue;
      const { type, discriminator } = recordType;
      const entry = this.types.get(type) ?? { discriminator: discriminator?.field, records: new Map() };
      entry.records.set(discriminator?.value ?? undivided, this.compileRecord(recordType));
      this.types.set(type, entry);
    }
  }

  object(type: ObjectType): CompiledObject {
    const known = this.objects.get(type);
    if (known) return known;
    return compileObject(type, this, (compiled) => {
      this.objects.set(type, compiled);
      return compiled;
    });
  }

  readRecord(
    raw: Readonly<Record<string, unknown>>,
    report: FindingReport,
    only?: RecordField['record'],
  ): ShapedRecord | undefined {
    const type = readDiscriminator(raw, 'type', only ? new Set([only.type]) : this.types, report);
    const entry = type === undefined ? undefined : this.types.get(type);
    if (type === undefined || !entry) return undefined;
    report.describeRecord({ type });
    if (!entry.discriminator) return readAs(entry.records.get(undivided), { type }, raw, report);

    const accepted = only?.subType === undefined ? entry.records : new Set([only.subType]);
    const value = readDiscriminator(raw, entry.discriminator, accepted, report);
    if (value === undefined) return undefined;
    const meta = { type, [entry.discriminator]: value };
    report.describeRecord(meta);
    return readAs(entry.records.get(value), meta, raw, report);
  }

  private compileRecord(recordType: RecordType): CompiledRecord {
    const { rules, identity } = recordType;
    const facts = { fields: this.getFields(recordType), rules, isRecord: true };
    return compileObject(facts, this, (compiled) => ({ ...compiled, identity }));
  }
}

function readAs(
  compiled: CompiledRecord | undefined,
  meta: Readonly<Record<string, string>>,
  raw: Readonly<Record<string, unknown>>,
  report: FindingReport,
): ShapedRecord | undefined {
  return compiled && { compiled, meta, values: compiled.read(raw, report) };
}
