import { quoted } from '../finding';
import { isJsonObject } from '../values/json';
import type { VariantField } from '../vocabulary';
import type { CompiledObject, Compiler, Shaped, ValueRules } from './compiled';
import { readDiscriminator } from './discriminator';

interface ShapedVariant {
  readonly compiled: CompiledObject;
  readonly values: Shaped;
}

/** Objects whose fields follow from a discriminator among them. */
export function variantRules(field: VariantField, compiler: Compiler): ValueRules<ShapedVariant> {
  const types = new Set([field.type]);
  const variants = new Map<string, CompiledObject>();
  for (const [value, type] of Object.entries(field.variants)) variants.set(value, compiler.object(type));

  return {
    read(raw, key, report) {
      if (!isJsonObject(raw)) {
        report.add('type-not-object', `Expected an object, found ${quoted(raw)}.`, key);
        return undefined;
      }
      report.enter(key);
      const type = readDiscriminator(raw, 'type', types, report);
      const name = type && readDiscriminator(raw, field.discriminator, variants, report);
      const compiled = variants.get(name ?? '');
      const values = compiled?.read(raw, report);
      report.leave();
      return compiled && values && { compiled, values };
    },
    check({ compiled, values }, key, _siblings, units, report) {
      report.enter(key);
      compiled.check(values, units, report);
      report.leave();
    },
    normalize: ({ compiled, values }, _siblings, units, sink) => compiled.normalize(values, units, sink),
  };
}
