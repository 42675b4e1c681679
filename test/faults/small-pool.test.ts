import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { hasMysql, openTestDatabase } from '../support/mariadb';
import { startServer } from '../support/server-process';
import { newCustodialAccount } from '../support/shares';

// SQLite has one connection for writes and others for reads.
(hasMysql ? it : it.skip)('more changes at once than there are connections all come through', async () => {
  const database = await openTestDatabase();
  try {
    const server = await startServer({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '3' });
    const clinic = await newAccount(server, { roles: ['clinic'] });
    const addresses = Array.from({ length: 20 }, (_unused, index) => `patient${index}@example.org`);
    const accounts = await Promise.all(
      addresses.map((email) => newCustodialAccount(server, clinic, { username: email, emails: [email] })),
    );
    const sent = await Promise.all(
      accounts.map(({ userid }) =>
        api(server).post(`/confirm/send/signup/${userid}`, { token: clinic.token }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    await server.close();
  } finally {
    await database.close();
  }
});
