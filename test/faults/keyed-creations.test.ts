import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { clinicFields } from '../support/clinics';
import { ownDatabases } from '../support/own-databases';
import { startServer } from '../support/server-process';

/** Milliseconds from the request to the kill: before, within and after the transaction. */
const delays = [0, 4, 8, 12, 16, 24, 40];

describe.each(ownDatabases)(
  'a process on %s that is killed while it creates something under a key',
  (_name, on) => {
    it('has created it with the key, or not at all', () =>
      on(async (databaseUrl) => {
        const server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
        const { graph, post } = api(server);
        const { token } = await newAccount(server, { roles: ['clinician'] });
        const clinics = async (): Promise<string[]> => {
          const { body } = await graph('{ me { clinics { edges { node { clinic { id } } } } } }', { token });
          return body.data.me.clinics.edges.map(
            ({ node }: { node: { clinic: { id: string } } }) => node.clinic.id,
          );
        };
        const creations = [
          // As REST and as the graph have it.
          async (key: string) => {
            const options = { token, headers: { 'Idempotency-Key': key }, body: clinicFields };
            return (await post('/v1/clinics', options)).body?.id;
          },
          async (key: string) => {
            const { name, country, preferredBgUnits } = clinicFields;
            const input = {
              name,
              country,
              preferredBgUnits: preferredBgUnits === 'mg/dL' ? 'MG_DL' : 'MMOL_L',
            };
            const query = `mutation ($input: CreateClinicInput!, $key: String) {
            createClinic(input: $input, idempotencyKey: $key) { clinic { id } } }`;
            return (await graph(query, { token, variables: { input, key } })).body?.data.createClinic?.clinic
              .id;
          },
        ];
        const made = new Set<string>();
        for (const [round, delay] of delays.entries()) {
          const create = creations[round % creations.length]!;
          const key = randomUUID();
          const asked = create(key).catch(() => undefined);
          await pause(delay);
          await server.kill();
          const acknowledged = await asked;
          await server.start();
          const before = await clinics();
          const again = await create(key);
          if (acknowledged !== undefined) expect(again).toBe(acknowledged);
          if (before.length > made.size) expect(before).toContain(again);
          made.add(again);
          expect((await clinics()).toSorted()).toEqual([...made].toSorted());
        }
        expect(made.size).toBe(delays.length);
        await server.stop();
      }));
  },
);
