import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { readConfig } from '../../src/platform/config';
import { api } from '../support/api';
import { Asking } from './asking';
import { days, openDemoApp, type DemoApp } from './demo-app';
import { demoArguments } from './demo-arguments';
import { fieldOperations } from './field-walk';
import { expensiveSelections } from './full-queries';
import { countStatements, type Usage } from './meter';
import { costTable, type Line } from './cost-table';

/** A field, or a whole operation, may need this many times the work that it declares, and this much more. */
const mostTimes = 4;
const floor = 1_500;

/** The units that a statement takes, and each row of its result; about what they take on this machine's kind. */
const costOfStatement = 150;
const costOfRow = 5;

/** Rounds of a measurement of time; the least counts. */
const rounds = 2;

const mostAliases = 30;

/** The least that an operation took, in any of some rounds. */
async function leastUsage(asking: Asking, query: string, token: string): Promise<Usage> {
  const all: Usage[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await asking.measure(query, token));
  return all.reduce((one, other) => (other.microseconds < one.microseconds ? other : one));
}

/** What an operation took beyond another one. */
const beyond = (whole: Usage, base: Usage): Usage => ({
  microseconds: Math.max(0, whole.microseconds - base.microseconds),
  statements: Math.max(0, whole.statements - base.statements),
  rows: Math.max(0, whole.rows - base.rows),
  bytes: Math.max(0, whole.bytes - base.bytes),
});

/** Statements and rows are always the same; time depends on the machine and decides nothing. */
const lineOf = (name: string, declared: number, usage: Usage): Line => {
  const work = costOfStatement * usage.statements + costOfRow * usage.rows;
  return { name, declared, usage, isTooMuch: work > mostTimes * declared + floor };
};

/** Each field, beyond the way to it. What its answer holds is compared with the cost of that. */
async function measureFields(demo: DemoApp, asking: Asking, schema: GraphQLSchema): Promise<Line[]> {
  const lines: Line[] = [];
  const unknown: string[] = [];
  /** Many fields are reached in the same way. */
  const bases = new Map<string, { declared: number; usage: Usage } | undefined>();
  const baseOf = async (query: string) => {
    if (bases.has(query)) return bases.get(query);
    const found = await asking.declared(query);
    const base = found && {
      declared: found.declared.actual,
      usage: await leastUsage(asking, query, found.token),
    };
    bases.set(query, base);
    return base;
  };
  for (const { name, query, base } of fieldOperations(schema, demoArguments(demo.ids, days))) {
    const [own, other] = [await asking.declared(query), await baseOf(base)];
    if (!own || !other) {
      unknown.push(name);
      continue;
    }
    const usage = beyond(await leastUsage(asking, query, own.token), other.usage);
    // An answer without its items counts all that a page may have.
    lines.push(lineOf(name, Math.max(0, own.declared.actual - other.declared), usage));
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
    const one = await asking.declared(repeated(1));
    if (!one) throw new Error(`No answer to ${repeated(1)}: ${asking.refusals.join(', ')}`);
    const count = Math.min(mostAliases, Math.max(1, Math.floor(limit / one.declared.requested)));
    const usage = await leastUsage(asking, repeated(count), one.token);
    lines.push(lineOf(`${count} × ${name}`, count * one.declared.requested, usage));
  }
  return lines;
}

/** Compares what fields need with what they declare, and prints tables. Fails when one needs too much. */
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
      `${fields.length} fields and ${full.length} operations, of which ${bad.length} need more than ${mostTimes} times the work that they declare.`,
    );
    const worst = full.toSorted((one, other) => other.usage.microseconds - one.usage.microseconds)[0];
    if (worst)
      console.log(`Longest: ${worst.name}, ${(worst.usage.microseconds / 1000).toFixed(0)} ms of one core.`);
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await demo.own.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
