import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

const query = `query ($id: ID!, $type: DataSummaryType!) { user(id: $id) { summary(type: $type) { ... on GlucoseSummary {
  periods { glucoseManagementIndicator delta { glucoseManagementIndicator } } } } } }`;

describe('the glucose management indicator', () => {
  it.each([
    ['bgm', 'smbg', null, 0],
    ['cgm', 'cbg', 5.7, 5.7],
  ])(
    'of %s summaries is null in the graph where there is none, and so is its change; in REST both are numbers',
    async (type, record, shown, sent) => {
      const person = await newPerson(server);
      await uploadedReadings(person, [reading(recentHour(), 5.5, { type: record })]);
      const { periods } = await recomputed(server, person, type);
      expect(periods['14d']).toMatchObject({
        glucoseManagementIndicator: sent,
        delta: { glucoseManagementIndicator: sent },
      });
      const variables = { id: person.userId, type: type.toUpperCase() };
      const { data } = accepted(await api(server).graph(query, { token: person.token, variables }));
      expect(data.user.summary.periods).toHaveLength(4);
      const alone = { glucoseManagementIndicator: shown, delta: { glucoseManagementIndicator: null } };
      data.user.summary.periods.forEach((period: Json) => expect(period).toEqual(alone));
    },
  );
});
