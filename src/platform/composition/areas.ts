import type { Area } from './area';

/** A door without its types, for code that iterates over all doors. */
export type AnyArea = Area<object, object>;

/** Merges what several areas name. Throws when two use the same name. */
export function union<Value>(parts: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  const all: Record<string, Value> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name)) throw new Error(`Two areas provide "${name}".`);
    all[name] = value;
  }
  return all;
}

/**
 * Areas in order of creation: each can use the services of those before it. The compiler checks that. `Promised`
 * collects the `later` types of the areas.
 */
export class Areas<Services extends object, Promised = unknown> {
  private constructor(readonly all: readonly AnyArea[]) {}

  static on<Base extends object>(): Areas<Base> {
    return new Areas<Base>([]);
  }

  add<Gives extends object, Later>(
    area: Area<Services, Gives, Later>,
  ): Areas<Services & Gives, Promised & Later> {
    return new Areas<Services & Gives, Promised & Later>([...this.all, area as unknown as AnyArea]);
  }

  /** Creates the services of all areas. */
  build(this: Services extends Promised ? this : never, base: object): Services {
    const services = { ...base };
    for (const area of this.all) Object.assign(services, area.create(services, services));
    return services as Services;
  }
}
