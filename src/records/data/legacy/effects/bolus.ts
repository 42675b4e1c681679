import { storedContent } from '../prepare-legacy-batch';
import type { ApplyEffect } from './effect';

/** Fields for delivered amounts, and those for the expected amounts. */
const amounts = { normal: 'expectedNormal', extended: 'expectedExtended', duration: 'expectedDuration' };

/**
 * A bolus with `previous` reports how the previous one really ended: it is not stored itself, and the previous one
 * keeps both the expected and the delivered amounts.
 */
export const applyBolus: ApplyEffect = async (record, records) => {
  const { previousId, content } = record;
  const previous = previousId === undefined ? null : await records.find(previousId);
  if (!previous?.row.active || previous.row.type !== 'bolus') return storedContent(record, record.id);
  const changes: Record<string, unknown> = {};
  for (const [delivered, expected] of Object.entries(amounts)) {
    const [before, after] = [previous.content[delivered], content[delivered]];
    if (typeof before !== 'number' || typeof after !== 'number' || before === after) continue;
    changes[expected] = before;
    changes[delivered] = after;
  }
  if (Object.keys(changes).length === 0) return 'repeated';
  // Not a copy: thousands of records may change one that is large.
  records.change(previous, Object.assign(previous.content, changes));
  return 'merged';
};
