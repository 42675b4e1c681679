import { parameter, type ServiceCommand } from './command';
import { instant, table } from './print';

/** Keys that sign tokens: list, rotate, replace. */
export const keyCommands: readonly ServiceCommand[] = [
  {
    name: 'keys list',
    description:
      'Lists the keys that sign tokens: `session` for tokens of the log-in routes, `realm:<name>` for those of a realm. A ring appears with its first token.',
    examples: ['keys list'],
    async run({ services }) {
      const keys = (await services.keyRings.list()).map((key) => ({
        ...key,
        createdTime: instant(key.createdTime),
        signsFrom: instant(key.signsFrom),
      }));
      return {
        data: keys,
        text: table(
          ['Ring', 'Generation', 'Algorithm', 'Use', 'Signs from', 'Key id'],
          keys.map(({ ring, generation, algorithm, use, signsFrom, keyId }) => [
            ...[ring, generation, algorithm, use, signsFrom, keyId],
          ]),
          'There are no keys yet.',
        ),
      };
    },
  },
  {
    name: 'keys rotate',
    description:
      'Adds a key to a ring. It is announced for ten minutes, then signs; older keys verify as long as their tokens may live.',
    parameters: [['<ring>', 'The ring, such as realm:glycograph.']],
    examples: ['keys rotate realm:glycograph', 'keys rotate session'],
    async run(session, given) {
      const ring = parameter(given, 0);
      const { keyRings } = session.services;
      await session.change(`keys rotate ${ring}`, [], () => keyRings.rotate(ring));
      const newest = (await keyRings.list()).find((key) => key.ring === ring);
      return {
        data: { ring, keyId: newest?.keyId ?? null, signsFrom: instant(newest?.signsFrom ?? null) },
        text: `The ring ${ring} has a new key, which signs from ${instant(newest?.signsFrom ?? null)}.`,
      };
    },
  },
  {
    name: 'keys replace',
    description:
      'Deletes the keys of a ring, for a new one: after somebody may have seen them, such as in a copy of the database. Tokens that they signed end within a minute.',
    parameters: [['<ring>', 'The ring, such as realm:glycograph.']],
    examples: ['keys replace realm:glycograph --yes', 'keys replace session --yes'],
    confirmation: ({ args: [ring] }) =>
      `Delete the keys of ${ring}, and with them all tokens that they signed?`,
    async run(session, given) {
      const ring = parameter(given, 0);
      const { keyRings } = session.services;
      await session.change(`keys replace ${ring}`, [], () => keyRings.replace(ring));
      return {
        data: { ring },
        text: `The ring ${ring} has a new key. Tokens of the earlier ones end within a minute.`,
      };
    },
  },
];
