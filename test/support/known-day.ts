import { logIn, sessionToken } from './accounts';
import { api } from './api';
import type { ServerUnderTest } from './server';

/** Uploads May 6, 2024 to an account: a day in UTC of which every amount is known, with all kinds of insulin. */
export async function uploadKnownDay(
  server: ServerUnderTest,
  email: string,
  password: string,
): Promise<void> {
  const answer = await logIn(server, email, password);
  const [token, userId] = [sessionToken(answer), answer.body.userid];
  const created = await api(server).post(`/v1/users/${userId}/data_sets`, {
    token,
    body: { dataSetType: 'continuous' },
  });
  const at = (clock: string, day = '2024-05-06') => ({ time: `${day}T${clock}:00Z`, timezone: 'UTC' });
  const hours = (count: number) => count * 3_600_000;
  const glucose = Array.from({ length: 24 }, (_, index) => ({
    type: 'cbg',
    time: new Date(Date.UTC(2024, 4, 6, 0, 5 * index)).toISOString(),
    timezone: 'UTC',
    units: 'mg/dL',
    value: 100 + index,
  }));
  const records = [
    ...glucose,
    { type: 'bolus', subType: 'normal', normal: 1.5, ...at('07:00') },
    { type: 'bolus', subType: 'automated', normal: 0.5, ...at('07:30') },
    { type: 'bolus', subType: 'dual/square', normal: 1, extended: 2, duration: hours(1), ...at('08:00') },
    { type: 'basal', deliveryType: 'scheduled', rate: 1, duration: hours(8), ...at('22:00', '2024-05-05') },
    { type: 'basal', deliveryType: 'suspend', duration: hours(1), ...at('06:00') },
    { type: 'basal', deliveryType: 'scheduled', rate: 0.5, duration: hours(5), ...at('07:00') },
    { type: 'food', name: 'Soup', nutrition: { carbohydrate: { net: 45, units: 'grams' } }, ...at('07:05') },
  ];
  const { status, text } = await api(server).post(`/v1/data_sets/${created.body.data.uploadId}/data`, {
    token,
    body: records,
  });
  if (status !== 200) throw new Error(`The records were refused: ${text}`);
}
