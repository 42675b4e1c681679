import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { reportDifferences, together, Writer, type Tally } from '../support/acknowledged-writes';
import { api } from '../support/api';
import { accepted } from '../support/clinics';
import { migrationStatus, newLegacyClinic } from '../support/legacy-clinics';
import { ownDatabases } from '../support/own-databases';
import { newServerClock, type ServerClock } from '../support/server-clock';
import { startServer } from '../support/server-process';
import { share } from '../support/shares';
import { openSmtpSink } from '../support/smtp-sink';
import { openGate, throughGate } from '../support/tcp-gate';
import { waitFor, waitForTakeover } from '../support/wait-until';

const hour = 3_600_000;

describe.each(ownDatabases)('a clock on %s that is changed', (name, on) => {
  let clock: ServerClock;
  beforeEach(() => {
    clock = newServerClock();
  });
  afterEach(() => clock.close());

  it('backward and forward loses nothing acknowledged, and refuses no one', () =>
    on(async (databaseUrl) => {
      const server = await startServer({
        ...clock.settings,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const writer = await Writer.open(server);
      const tallies: Tally[] = [];
      const steps = [-2, 3, -1, 2];
      for (const hours of steps) {
        await clock.step(hours * hour, server);
        tallies.push(await writer.write(10));
      }
      const { tried, statuses } = together(tallies);
      expect(statuses).toEqual({ 200: tried });
      expect(await reportDifferences('the clock is set back and on', name, steps.length, [writer])).toEqual(
        [],
      );
      await server.close();
    }));

  it('delays no mail, and sends none twice', () =>
    on(async (databaseUrl) => {
      const sink = await openSmtpSink();
      const gate = await openGate(Number(new URL(sink.url).port));
      const server = await startServer({
        ...clock.settings,
        MAIL_URL: throughGate(sink.url, gate),
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const people: TestAccount[] = [];
      for (let count = 0; count < 3; count += 1) people.push(await newAccount(server, { verified: false }));
      const [first, second, third] = people as [TestAccount, TestAccount, TestAccount];
      const ask = ({ userId, token }: TestAccount) =>
        api(server).post(`/confirm/send/signup/${userId}`, { token });
      const mailsTo = ({ email }: TestAccount) => sink.mails.filter((mail) => mail.includes(email)).length;
      const arrival = (person: TestAccount) =>
        waitForTakeover('a mail', () => (mailsTo(person) > 0 ? true : undefined));

      gate.shut();
      await ask(first);
      await waitFor('a failed delivery', () => server.logs().includes('delivery failed') || undefined);
      await clock.step(-2 * hour, server);
      gate.open();
      await arrival(first);

      gate.stall();
      await ask(second);
      await waitFor('a mail on its way', () => gate.isHolding || undefined);
      await clock.step(3 * hour, server);
      gate.open();
      await arrival(second);

      // Leased by a killed process, with a clock that was ahead.
      gate.stall();
      await ask(third);
      await waitFor('a mail on its way', () => gate.isHolding || undefined);
      await server.kill();
      await clock.step(-2 * hour, server);
      gate.open();
      await server.start();
      await clock.step(70_000, server);
      await arrival(third);
      await server.stop();
      expect([first, second].map(mailsTo)).toEqual([1, 1]);
      await gate.close();
      await sink.close();
    }));

  it('backward delays no task, and runs none twice', () =>
    on(async (databaseUrl) => {
      const server = await startServer({
        ...{ ...clock.settings, CLINIC_MIGRATION_DELAY: '5', TASK_POLL_DELAY: '0.5' },
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const clinic = await newLegacyClinic(server);
      const { owner, path } = clinic;
      const patient = await newAccount(server);
      await share(server, patient, owner, 'view');
      accepted(await api(server).post(`${path}/migrate`, { token: owner.token }));
      await clock.step(-2 * hour, server);
      await waitForTakeover('the patient to move', async () =>
        (await migrationStatus(server, clinic)) === 'COMPLETED' ? true : undefined,
      );
      const token = await newServerToken(server);
      const { data } = accepted(await api(server).get(`${path}/patients?limit=100`, { token }));
      expect(data).toHaveLength(1);
      await server.close();
    }));
});
