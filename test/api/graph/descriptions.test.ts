import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

interface Described {
  place: string;
  description: string;
}

const described = (place: string, { description }: { description?: string | null }): Described => ({
  place,
  description: description ?? '',
});

/** All types, fields and arguments of ours; values of enumerations are often explained by one word. */
const all: Described[] = Object.values(schema.getTypeMap())
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) => {
    if (isEnumType(type)) return [described(type.name, type)];
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((field) => described(`${type.name}.${field.name}`, field));
    if (!isObjectType(type) && !isInterfaceType(type)) return [described(type.name, type)];
    return Object.values(type.getFields()).flatMap((field) => [
      described(`${type.name}.${field.name}`, field),
      ...field.args.map((argument) => described(`${type.name}.${field.name}(${argument.name})`, argument)),
    ]);
  });

/** An article and the name of the field say nothing that the name does not. */
const vague =
  /^(The|A|All|Some) (clinic|key|limit|sources|inviter|provider|manufacturer|readings|patients)\.$/;

it('descriptions say what something is', () => {
  const other = all.filter(({ place }) => !place.endsWith('Edge.node'));
  expect(other.filter(({ description }) => description.trim() === '' || vague.test(description))).toEqual([]);
});

it('descriptions do not point at something else', () => {
  const pointing = /\b(as above|see below|etc|and so on|stuff|some kind of|various)\b/i;
  expect(all.filter(({ description }) => pointing.test(description))).toEqual([]);
});
