import { deactivateHash } from './deactivate-hash';
import type { Deduplicator } from './deduplicator';
import { deleteOrigin } from './delete-origin';
import { deleteOriginOlder } from './delete-origin-older';
import { dropHash } from './drop-hash';
import { none } from './none';
import { truncate } from './truncate';

/** All deduplicators that a data set may name. */
const deduplicators: readonly Deduplicator[] = [
  none,
  deleteOrigin,
  deleteOriginOlder,
  dropHash,
  deactivateHash,
  truncate,
];

/** All names, including aliases, of the selected deduplicators. */
export const deduplicatorNames = (areMeant: (deduplicator: Deduplicator) => boolean = () => true): string[] =>
  deduplicators.filter(areMeant).flatMap(({ name, aliases }) => [name, ...aliases]);

/** The deduplicator with a name or alias. */
export const deduplicatorNamed = (name: string): Deduplicator | undefined =>
  deduplicators.find((deduplicator) => deduplicator.name === name || deduplicator.aliases.includes(name));

/** Models that always upload their whole memory, by manufacturer. */
const wholeReadOuts: Readonly<Record<string, readonly string[]>> = {
  Abbott: ['FreeStyle Libre'],
  LifeScan: ['OneTouch Ultra 2', 'OneTouch UltraMini', 'Verio', 'Verio Flex'],
  Medtronic: [
    ...['523', '523K', '551', '554', '723', '723K', '751', '754', '1510', '1510K', '1511', '1512', '1580'],
    ...['1581', '1582', '1710', '1710K', '1711', '1712', '1714', '1714K', '1715', '1780', '1781', '1782'],
  ],
  'Trividia Health': ['TRUE METRIX', 'TRUE METRIX AIR', 'TRUE METRIX GO'],
};

interface Device {
  continuous: boolean;
  deviceId?: string;
  manufacturers: readonly string[];
  model?: string;
}

/** The default deduplicator of a data set. */
export function defaultDeduplicator({ continuous, deviceId, manufacturers, model }: Device): Deduplicator {
  if (continuous || deviceId === undefined) return none;
  const findModels = (maker: string) =>
    Object.hasOwn(wholeReadOuts, maker) ? wholeReadOuts[maker] : undefined;
  if (manufacturers.some((maker) => model !== undefined && findModels(maker)?.includes(model))) {
    return deactivateHash;
  }
  return manufacturers.includes('Animas') ? truncate : none;
}
