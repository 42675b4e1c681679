import type { Field } from '../vocabulary';
import type { Compiler, ValueRules } from './compiled';
import { jsonListRules, jsonRules, metadataListRules, metadataRules } from './metadata-rules';
import { integerRules, numberRules } from './number-rules';
import { objectRules } from './object-rules';
import { booleanRules, localTimeRules, timeRules } from './plain-rules';
import { recordRules } from './record-rules';
import { textListRules, textRules } from './text-rules';
import { variantRules } from './variant-rules';

/** The validator of a field's value. Its intermediate results are only passed back to itself. */
export function compileField(field: Field, compiler: Compiler): ValueRules<unknown> {
  switch (field.kind) {
    case 'text':
      return textRules(field);
    case 'integer':
      return integerRules(field);
    case 'number':
      return numberRules(field);
    case 'boolean':
      return booleanRules;
    case 'time':
      return timeRules(field);
    case 'localTime':
      return localTimeRules;
    case 'textList':
      return textListRules(field);
    case 'metadata':
      return metadataRules;
    case 'metadataList':
      return metadataListRules(field);
    case 'json':
      return jsonRules(field);
    case 'jsonList':
      return jsonListRules(field);
    case 'variant':
      return variantRules(field, compiler);
    case 'record':
      return recordRules(field, compiler);
    default:
      return objectRules(field, compiler);
  }
}
