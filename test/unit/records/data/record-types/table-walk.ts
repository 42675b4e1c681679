import { recordFields } from '../../../../../src/records/data/record-types/record-fields';
import type { Field, ObjectType, RecordType } from '../../../../../src/platform/validation/vocabulary';

/** Changes to an example: fields to set, null for fields to remove. */
export type Patch = Readonly<Record<string, unknown>>;

/** A field of a record type, at any depth. */
export interface FieldPlace {
  /** `/bgTarget/high`; lists and maps contain the index or key that `patchFor` gives the object. */
  readonly pointer: string;
  readonly field: Field;
  /** The fields of the same object, including itself. */
  readonly siblings: readonly Field[];
  /** The example with these siblings. */
  patchFor(siblings: Patch): Patch;
  /** The example in which the field's object inherits these units. */
  unitsPatch?(units: string): Patch;
  /** Whether the field's object is a segment of a day. */
  readonly isSegment: boolean;
}

/** The key of objects in maps. It needs both escapes of JSON pointers. */
const mapKey = 'a/b~c';
const mapKeyPointer = 'a~1b~0c';

/** Every field of a record type, at every depth, with each kind of object only once per path. */
export function placesOf(recordType: RecordType): FieldPlace[] {
  const root: Level = { pointer: '', wrap: (patch) => patch, isSegment: false, path: [] };
  return walk(recordFields(recordType), root);
}

/** Every object type below a record type, without repetition. */
export function objectTypesOf(recordType: RecordType): Set<ObjectType> {
  const found = new Set<ObjectType>();
  const visit = (fields: readonly Field[]): void => {
    for (const field of fields) {
      for (const type of objectTypesIn(field)) {
        if (found.has(type)) continue;
        found.add(type);
        visit(type.fields);
      }
    }
  };
  visit(recordFields(recordType));
  return found;
}

function objectTypesIn(field: Field): readonly ObjectType[] {
  if (field.kind === 'variant') return Object.values(field.variants);
  return 'object' in field ? [field.object] : [];
}

/** Merges the second patch into the first, object by object. */
export function merged(one: Patch, other: Patch): Patch {
  const result: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = result[key];
    result[key] = isPatch(present) && isPatch(value) ? merged(present, value) : value;
  }
  return result;
}

export function isPatch(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Level {
  readonly pointer: string;
  readonly wrap: (siblings: Patch) => Patch;
  readonly unitsPatch?: (units: string) => Patch;
  readonly isSegment: boolean;
  readonly path: readonly ObjectType[];
}

function walk(siblings: readonly Field[], level: Level): FieldPlace[] {
  return siblings.flatMap((field) => {
    const pointer = `${level.pointer}/${field.name}`;
    const place: FieldPlace = { ...level, pointer, field, siblings, patchFor: level.wrap };
    return [
      place,
      ...levelsBelow(field, pointer, level).flatMap(([type, below]) => walk(type.fields, below)),
    ];
  });
}

function levelsBelow(field: Field, pointer: string, level: Level): (readonly [ObjectType, Level])[] {
  const below = (type: ObjectType, step: string, put: (patch: Patch) => unknown): [ObjectType, Level] => [
    type,
    {
      pointer: pointer + step,
      wrap: (patch) => level.wrap({ [field.name]: put(patch) }),
      unitsPatch: unitsPatchBelow(field, level),
      isSegment: 'schedule' in field && field.schedule === true,
      path: [...level.path, type],
    },
  ];
  const segments = (patch: Patch) => [
    { start: 0 },
    { ...patch, start: patch.start === undefined ? 1 : patch.start },
  ];
  const isNew = (type: ObjectType) => !level.path.includes(type);

  switch (field.kind) {
    case 'object':
      return isNew(field.object) ? [below(field.object, '', (patch) => patch)] : [];
    case 'list':
      if (!isNew(field.object)) return [];
      return field.schedule
        ? [below(field.object, '/1', segments)]
        : [below(field.object, '/0', (patch) => [patch])];
    case 'map':
      return [below(field.object, `/${mapKeyPointer}`, (patch) => ({ [mapKey]: patch }))];
    case 'listMap':
      return [below(field.object, `/${mapKeyPointer}/1`, (patch) => ({ [mapKey]: segments(patch) }))];
    case 'variant':
      return Object.entries(field.variants).map(([name, type]) =>
        below(type, '', (patch) => ({ [field.discriminator]: name, ...patch })),
      );
    default:
      return [];
  }
}

function unitsPatchBelow(field: Field, level: Level): Level['unitsPatch'] {
  const path = 'unitsFrom' in field ? field.unitsFrom : undefined;
  if (path === undefined) return undefined;
  return path === '^' ? level.unitsPatch : (units) => level.wrap(unitsAt(path, units));
}

/** A patch that sets units at a path such as `units.bg`. */
export function unitsAt(path: string, units: string): Patch {
  const [name = '', member] = path.split('.');
  return { [name]: member === undefined ? units : { [member]: units } };
}
