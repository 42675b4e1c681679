import { storedContent } from '../prepare-legacy-batch';
import type { ApplyEffect } from './effect';

/** What was delivered, and where the record keeps what had been expected. */
const amounts = { normal: 'expectedNormal', extended: 'expectedExtended', duration: 'expectedDuration' };

/**
 * A bolus with `previous` tells how that one really ended: it is not stored, and the previous one keeps what had been
 * expected beside what was delivered.
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
  records.change(previous, { ...previous.content, ...changes });
  return 'merged';
};
