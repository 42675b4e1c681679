import { demoPassword } from '../../src/demo/demo-accounts';
import { DemoLoader } from '../../src/demo/load-demo';
import { demoPeople } from '../../src/demo/people';
import { demoEmail } from '../../src/demo/person';
import { logIn, newServerToken, sessionToken } from '../support/accounts';
import { api, type Json } from '../support/api';
import { startOwnApp, type OwnApp } from '../support/own-app';
import type { DemoIds } from './demo-arguments';

/** The service in this process, with the demo, and callers who may see nearly all of it. */
export interface DemoApp {
  own: OwnApp;
  ids: DemoIds;
  /** A doctor, who is an administrator of the clinic; and a trusted server. */
  tokens: readonly string[];
}

/** Days of data of each person: enough to tell what a day takes, and more would only load longer. */
export const days = 30;
/** People whose data is loaded; all others are patients without. */
const people = demoPeople.slice(0, 1);

/** Loads the demo and calculates all summaries. */
export async function openDemoApp(): Promise<DemoApp> {
  const own = await startOwnApp({
    TASK_POLL_DELAY: '86400',
    // Time decides nothing here.
    OPERATION_TIMEOUT: '600',
    GRAPH_MAX_COST: '1000000000000',
    GRAPH_COST_PER_ACCOUNT: '1000000000000000',
    GRAPH_COST_PER_ADDRESS: '1000000000000000',
  });
  const loader = new DemoLoader(own.database, own.app.services, () => undefined);
  await loader.load({ people, days });
  const doctor = sessionToken(await logIn(own.server, demoEmail('miriam.oduya'), demoPassword));
  const { body } = await api(own.server).graph(
    '{ me { id clinics(first: 1) { edges { node { clinicId clinic { patientTags { id } patients(first: 100) { edges { node { userId } } } } } } } } }',
    { token: doctor },
  );
  const { id: doctorId, clinics } = body.data.me;
  const { clinicId, clinic } = clinics.edges[0].node;
  const userIds: string[] = clinic.patients.edges.map(({ node }: Json) => node.userId);
  for (const userId of userIds)
    for (const type of ['cgm', 'bgm', 'con'] as const)
      await own.app.services.summaries.recompute({ userId, type });
  const first = await own.app.services.accounts.findByEmail(people[0]?.email ?? '');
  return {
    own,
    ids: { clinicId, doctorId, patientId: first?.id ?? '', tagId: clinic.patientTags[0].id },
    tokens: [doctor, await newServerToken(own.server)],
  };
}
