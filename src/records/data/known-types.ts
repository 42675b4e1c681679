import { legacyTypes } from './legacy/table';
import { recordTypes } from './record-types/table';

const knownTypes: ReadonlySet<string> = new Set([...recordTypes, ...legacyTypes].map(({ type }) => type));

/** Whether there may be records of a type. Data sets appear as records of one. */
export const isKnownType = (type: string): boolean => type === 'upload' || knownTypes.has(type);
