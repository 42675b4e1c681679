import { toServerState } from '../../../../src/platform/database/cluster/server-state';

const node = { read_only: 'OFF', wsrep_on: 'ON', wsrep_ready: 'ON', wsrep_cluster_status: 'Primary' };

describe('the state of a database server', () => {
  it.each([
    ['without a cluster', { read_only: 'OFF' }, 'good'],
    ['with an unused cluster library', { read_only: 'OFF', wsrep_on: 'OFF', wsrep_ready: 'OFF' }, 'good'],
    ['that is a replica', { read_only: 'ON' }, 'down'],
    ['that tells nothing', {}, 'down'],
    ['that has all that the others have', { ...node, wsrep_local_state: '4' }, 'good'],
    ['that hands its data to another one', { ...node, wsrep_local_state: '2' }, 'behind'],
    ['that catches up', { ...node, wsrep_local_state: '3' }, 'behind'],
    ['that is cut off', { ...node, wsrep_local_state: '4', wsrep_cluster_status: 'non-Primary' }, 'down'],
    ['that is not ready', { ...node, wsrep_local_state: '0', wsrep_ready: 'OFF' }, 'down'],
  ])('%s', (_what, facts, state) => {
    expect(toServerState(new Map(Object.entries(facts)))).toBe(state);
  });
});
