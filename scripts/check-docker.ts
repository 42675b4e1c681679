import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../src/platform/config';
import { kubernetesProblems } from './check-kubernetes';
import { stopReserve } from './stop-reserve';

/** The parts of docker/compose.yaml that are checked; others are allowed. */
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().regex(/:.+/, 'must name a version').optional(),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
      stop_grace_period: z
        .string()
        .regex(/^\d+s$/, 'must be in seconds, such as 30s')
        .default('10s'),
      environment: z.record(z.string(), z.string()).default({}),
      healthcheck: z.object({ test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()) }),
      depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string().startsWith('127.0.0.1:')).default([]),
      read_only: z.boolean().default(false),
      cap_drop: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

/** Substitutes the defaults of `${NAME:-default}`. */
const interpolate = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

/** Whether a volume is declared, or is a file or folder next to the compose file. */
const isThere = (volume: string, declared: object): boolean =>
  volume.startsWith('./') ? existsSync(join('docker', volume)) : volume in declared;

function composeProblems(): string[] {
  const compose = composeFile.parse(parse(readFileSync('docker/compose.yaml', 'utf8')));
  const problems = Object.entries(compose.services).flatMap(([name, service]) => [
    ...(Boolean(service.image) === Boolean(service.build)
      ? [`${name}: needs either an image or a build`]
      : []),
    ...Object.keys(service.depends_on)
      .filter((other) => !(other in compose.services))
      .map((other) => `${name}: depends on ${other}, which is no service`),
    ...service.volumes
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((volume) => !isThere(volume, compose.volumes))
      .map((volume) => `${name}: volume ${volume} is neither declared nor a file`),
  ]);
  if (!compose.services.glycograph?.read_only || !compose.services.glycograph.cap_drop.includes('ALL'))
    problems.push('glycograph: must have a read-only root file system and no capabilities');
  const settings = Object.entries(compose.services.glycograph?.environment ?? {});
  const config = readConfig(Object.fromEntries(settings.map(([name, value]) => [name, interpolate(value)])));
  const needed = config.SHUTDOWN_DELAY + config.SHUTDOWN_TIMEOUT + stopReserve;
  if (parseInt(compose.services.glycograph?.stop_grace_period ?? '') < needed)
    problems.push(`glycograph: stop_grace_period must be at least ${needed}s`);
  return problems.map((problem) => `docker/compose.yaml: ${problem}`);
}

/** The instructions of a Dockerfile, with continuation lines joined. */
const readInstructions = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

const knownInstruction = /^(FROM|RUN|WORKDIR|COPY|ENV|VOLUME|USER|EXPOSE|HEALTHCHECK|CMD) ./;

function dockerfileProblems(file: string): string[] {
  const instructions = readInstructions(file);
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
  const stages = instructions.flatMap((line) => /^FROM \S+ AS (\S+)$/.exec(line)?.[1] ?? []);
  const required = ['USER 1000:1000', 'HEALTHCHECK ', 'ENV NODE_ENV=production', 'CMD '];
  return [
    ...instructions.filter((line) => !knownInstruction.test(line)).map((line) => `cannot read: ${line}`),
    ...required
      .filter((start) => !last.some((line) => line.startsWith(start)))
      .map((start) => `the last stage lacks ${start.trim()}`),
    ...instructions.flatMap((line) => missingSources(line, stages)),
  ].map((problem) => `${file}: ${problem}`);
}

/** Sources of COPY must exist: a stage of the file, or a file in the build context. */
function missingSources(instruction: string, stages: string[]): string[] {
  const [word, ...rest] = instruction.split(' ');
  if (word !== 'COPY') return [];
  const stage = /^--from=(.+)$/.exec(rest[0] ?? '')?.[1];
  if (stage !== undefined) return stages.includes(stage) ? [] : [`no stage is named ${stage}`];
  const allowed = new Set(readFileSync('.dockerignore', 'utf8').split('\n'));
  return rest
    .slice(0, -1)
    .filter((source) => source !== '.' && !(existsSync(source) && allowed.has(`!${source}`)))
    .map((source) => `${source} is not in the build context`);
}

const problems = [
  ...composeProblems(),
  ...dockerfileProblems('docker/Dockerfile'),
  ...kubernetesProblems('docker/kubernetes/glycograph.yaml'),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
