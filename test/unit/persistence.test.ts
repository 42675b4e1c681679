import 'reflect-metadata';
import { getMetadataArgsStorage } from 'typeorm';
import { areas } from '../../src/areas';
import { contentTables as found, dependencies } from '../../src/persistence';

const storage = getMetadataArgsStorage();

const listTables = (entities: readonly (new () => object)[]): string[] =>
  entities.flatMap((entity) => storage.filterTables(entity).flatMap(({ name }) => name ?? []));

describe('the tables whose content is backed up', () => {
  it('are those of the areas that own content', () => {
    const owners = areas.all.filter((area) => area.content);
    const others = areas.all.filter((area) => !area.content);
    expect(found).toEqual(expect.arrayContaining(['blobs', 'device_logs', 'requested_exports']));
    const without = owners.filter(
      ({ entities = [] }) => !listTables(entities).some((table) => found.includes(table)),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
    const unowned = others.flatMap(({ entities = [] }) => listTables(entities));
    expect(unowned.filter((table) => found.includes(table))).toEqual([]);
  });
});

describe('the dependencies of rows', () => {
  it('name tables and columns that exist', () => {
    const columns = new Map(
      areas.all
        .flatMap(({ entities = [] }) => entities)
        .map((entity) => {
          const names = storage
            .filterColumns(entity)
            .map((column) => column.options.name ?? column.propertyName);
          return [listTables([entity])[0], names] as const;
        }),
    );
    expect(dependencies.length).toBeGreaterThan(10);
    for (const { table, columns: named, parent, parentColumns } of dependencies) {
      expect(columns.get(table)).toEqual(expect.arrayContaining([...named]));
      expect(columns.get(parent)).toEqual(expect.arrayContaining([...parentColumns]));
    }
  });
});
