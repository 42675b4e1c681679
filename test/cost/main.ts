import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { readConfig } from '../../src/platform/config';
import { api } from '../support/api';
import { Asking, type Declared } from './asking';
import { days, openDemoApp, type DemoApp } from './demo-app';
import { demoArguments } from './demo-arguments';
import { fieldOperations } from './field-walk';
import { expensiveSelections } from './full-queries';
import { countStatements, type Usage } from './meter';
import { costTable, type Line } from './cost-table';

/** A field, or a whole operation, may take this many times the microseconds that it declares, and this many more. */
const mostTimes = 4;
const floor = 3_000;

/** Rounds of a measurement, and of another one where the first found too much: the machine may have been busy. */
const rounds = 3;
const furtherRounds = 15;

const mostAliases = 30;

/** The least that an operation took beyond another one, in any of some rounds. */
async function leastUsage(
  asking: Asking,
  { query, base, token }: { query: string; base?: string; token: string },
  count: number,
): Promise<Usage> {
  const least = async (text: string) => {
    const all: Usage[] = [];
    for (let round = 0; round < count; round += 1) all.push(await asking.measure(text, token));
    return all.reduce((one, other) => (other.microseconds < one.microseconds ? other : one));
  };
  const whole = await least(query);
  if (base === undefined) return whole;
  const other = await least(base);
  return {
    microseconds: Math.max(0, whole.microseconds - other.microseconds),
    statements: Math.max(0, whole.statements - other.statements),
    rows: Math.max(0, whole.rows - other.rows),
    bytes: Math.max(0, whole.bytes - other.bytes),
  };
}

const isTooMuch = (declared: number, { microseconds }: Usage): boolean =>
  microseconds > mostTimes * declared + floor;

/** Measures an operation, and again where it takes too much. */
async function lineOf(
  asking: Asking,
  name: string,
  operation: { query: string; base?: string; token: string },
  declared: number,
): Promise<Line> {
  const first = await leastUsage(asking, operation, rounds);
  const usage = isTooMuch(declared, first) ? await leastUsage(asking, operation, furtherRounds) : first;
  return { name, declared, usage, isTooMuch: isTooMuch(declared, usage) };
}

/** Each field, beyond the way to it. What its answer holds is compared with the cost of that. */
async function measureFields(demo: DemoApp, asking: Asking, schema: GraphQLSchema): Promise<Line[]> {
  const lines: Line[] = [];
  const unknown: string[] = [];
  for (const { name, query, base } of fieldOperations(schema, demoArguments(demo.ids, days))) {
    const [own, other] = [await asking.declared(query), await asking.declared(base)];
    if (!own || !other) {
      unknown.push(name);
      continue;
    }
    const declared = own.declared.actual - other.declared.actual;
    lines.push(await lineOf(asking, name, { query, base, token: own.token }, declared));
  }
  console.log(`Not measured, because no caller of the demo gets an answer: ${unknown.join(', ')}.\n`);
  return lines;
}

/** Operations that cost as much as one may. */
async function measureFullQueries(demo: DemoApp, asking: Asking, limit: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, selection] of Object.entries(expensiveSelections(demo.ids))) {
    const repeated = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `r${index}: ${selection}`).join(' ')} }`;
    const one = (await asking.declared(repeated(1))) as { declared: Declared; token: string };
    const count = Math.min(mostAliases, Math.max(1, Math.floor(limit / one.declared.requested)));
    const operation = { query: repeated(count), token: one.token };
    const shown = `${count} × ${name}`;
    lines.push(await lineOf(asking, shown, operation, count * one.declared.requested));
  }
  return lines;
}

/** Compares what fields take with what they declare, and prints tables. Fails when one takes too much. */
async function main(): Promise<void> {
  countStatements();
  console.log(`Loading ${days} days of the demo ...`);
  const demo = await openDemoApp();
  try {
    const { body } = await api(demo.own.server).graph(getIntrospectionQuery());
    const schema = buildClientSchema((body as { data: IntrospectionQuery }).data);
    const asking = new Asking(demo);
    const fields = await measureFields(demo, asking, schema);
    const { GRAPH_MAX_COST: limit } = readConfig({});
    const full = await measureFullQueries(demo, asking, limit);
    console.log(costTable('Fields that take longest, in microseconds of processor', fields, 40));
    console.log(costTable(`Operations of at most ${limit}`, full, full.length));
    const bad = [...fields, ...full].filter((line) => line.isTooMuch);
    console.log(
      `${fields.length} fields and ${full.length} operations, of which ${bad.length} take more than ${mostTimes} times what they declare.`,
    );
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await demo.own.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
