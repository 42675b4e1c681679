import { now } from '../../../platform/clock';
import { idKey } from '../id-key';
import { RecordEntity } from '../record.entity';
import { isJsonObject } from '../../../platform/validation/values/json';

/** Widths of the columns used to find a record. Values that do not fit are not used. */
const widths = { word: 64, name: 100 } as const;

const fitting = (value: unknown, width: number): string | null =>
  typeof value === 'string' && value.length <= width && value.trimEnd() === value ? value : null;

/** The source of a record, such as `carelink`, as stored in its row. */
export const readSource = ({ source }: Readonly<Record<string, unknown>>): string | null =>
  fitting(source, widths.word);

/** The row of a legacy record. It is visible at once. */
export function legacyRow(userId: string, time: number, content: Record<string, unknown>): RecordEntity {
  const { id, uploadId, type, deviceId, sampleInterval, origin } = content;
  return Object.assign(new RecordEntity(), {
    userId,
    time,
    id: idKey(id as string),
    uploadId: idKey(uploadId as string),
    type: type as string,
    subType: fitting(type === 'basal' ? content.deliveryType : content.subType, widths.word),
    active: true,
    deviceId: deviceId as string,
    originId: isJsonObject(origin) ? fitting(origin.id, widths.name) : null,
    hash: null,
    sampleInterval: isStorableInterval(sampleInterval) ? sampleInterval : null,
    reason: null,
    source: readSource(content),
    createdTime: now(),
    archivedTime: null,
    archivedUploadId: null,
    content: JSON.stringify(content),
  });
}

const isStorableInterval = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
