import { openGaleraCluster } from './galera';
import { startServer, type RunningServer } from './server-process';
import { waitForTakeover } from './wait-until';
import { reportStorm, WriteStorm, type StormReport } from './write-storm';

/** Milliseconds within which writes go on after a node, a database server or a process was lost; usually a few seconds. */
export const failoverLimit = 30_000;

/** Acknowledged writes after which work counts as going on. */
const headway = 30;

/**
 * Lets two processes write to a cluster of three nodes while the node that they use is killed and restarted, and the
 * next one is frozen and thawed. Returns the final state in each process.
 *
 * @param rounds number of repetitions
 */
export async function stormOnCluster(rounds: number): Promise<StormReport[]> {
  const cluster = await openGaleraCluster();
  const servers: RunningServer[] = [];
  try {
    const settings = { DATABASE_URL: cluster.url };
    const first = await startServer(settings);
    servers.push(first);
    const second = await startServer(settings);
    servers.push(second);
    const storm = await WriteStorm.begin([first, second]);
    const headwayAfter = async (what: string) => {
      const goal = storm.count + headway;
      await waitForTakeover(`writes after ${what}`, () => storm.count >= goal || undefined);
    };
    await headwayAfter('the beginning');
    for (let round = 0; round < rounds; round += 1) {
      const [killed, frozen] = [cluster.nodes[0], cluster.nodes[1]];
      await killed?.kill();
      await headwayAfter('a node was killed');
      await killed?.start();
      await headwayAfter('it came back');
      frozen?.freeze();
      await headwayAfter('another node was frozen');
      frozen?.thaw();
      await cluster.isWhole();
      await headwayAfter('it thawed');
    }
    await storm.end();
    const reports = [await storm.check(first), await storm.check(second)];
    reportStorm('a node is killed, another one frozen', 'Galera', rounds, reports);
    return reports;
  } finally {
    for (const server of servers) {
      // Errors so far matter more than errors while stopping.
      await server.kill();
      await server.close();
    }
    await cluster.close();
  }
}
