import type { Database } from '../../platform/database/database';
import { isReading } from './glucose-figures';
import { recordsBy } from './record-lookup';

/** A stored sensor reading. */
export interface SensorReading {
  /** Milliseconds since the epoch. */
  time: number;
  value: number;
  units: string;
}

/** A request for recent readings of an account. */
export interface RecentQuestion {
  userId: string;
  /** Only this data set; null for all. */
  uploadId: string | null;
  /** Milliseconds since the epoch; both bounds are inclusive. */
  from: number;
  to: number;
}

/** Recent readings and loops of an account. */
export interface RecentReadings {
  /** Newest first; readings without units or without a value that counts are omitted. */
  readings: SensorReading[];
  /** When the last loop ran; null if there was none within the range. */
  lastLoop: number | null;
  /** Time of the first reading or loop after the range: the device's clock is ahead. Null if there is none. */
  next: number | null;
}

interface Row {
  question: number;
  type: string;
  /** Null if there is no loop. */
  time: number | string | null;
  content: string | null;
}

/** Small enough for one statement in both dialects. */
const questionsAtOnce = 50;

/** Of a table with an index hint, for one data set or for all. */
type Statement = (records: string, within: string) => string;

const cbgs: Statement = (records, within) => `SELECT type, time, content FROM ${records}
  WHERE user_id = ? AND active = 1 AND type = 'cbg' AND time BETWEEN ? AND ?${within}`;

/** Only the instant: a decision may contain a forecast of hours. */
const loops: Statement = (
  records,
  within,
) => `SELECT 'loop' AS type, MAX(time) AS time, NULL AS content FROM ${records}
  WHERE user_id = ? AND active = 1 AND type = 'dosingDecision' AND time BETWEEN ? AND ? AND reason = 'loop'${within}`;

const nextStatement =
  (condition: string): Statement =>
  (records, within) => `SELECT 'next' AS type, time, NULL AS content FROM ${records}
  WHERE user_id = ? AND active = 1 AND ${condition} AND time > ?${within} ORDER BY time LIMIT 1`;

const nextOnes = [
  nextStatement("type = 'cbg'"),
  nextStatement("type = 'dosingDecision' AND reason = 'loop'"),
];

/** Reads recent readings of many accounts at once. */
export class RecentReadingsService {
  constructor(private readonly database: Database) {}

  /** In the order of the requests; one statement covers fifty. */
  async find(questions: readonly RecentQuestion[]): Promise<RecentReadings[]> {
    const answers: RecentReadings[] = [];
    for (let start = 0; start < questions.length; start += questionsAtOnce) {
      answers.push(...(await this.findSome(questions.slice(start, start + questionsAtOnce))));
    }
    return answers;
  }

  private async findSome(questions: readonly RecentQuestion[]): Promise<RecentReadings[]> {
    const records = recordsBy(this.database.dialect, 'records_type');
    const parts = questions.flatMap(({ userId, uploadId, from, to }, index) => {
      const within = uploadId === null ? '' : ' AND upload_id = ?';
      const ofDataSet = uploadId === null ? [] : [uploadId];
      const part = (statement: Statement, parameters: unknown[]) => ({
        sql: `SELECT ${index} AS question, part.* FROM (${statement(records, within)}) part`,
        parameters: [userId, ...parameters, ...ofDataSet],
      });
      return [
        ...[cbgs, loops].map((statement) => part(statement, [from, to])),
        ...nextOnes.map((statement) => part(statement, [to])),
      ];
    });
    const rows = await this.database.plain.rows<Row>(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    return questions.map((_question, index) =>
      toRecentReadings(rows.filter((row) => Number(row.question) === index)),
    );
  }
}

function toRecentReadings(rows: readonly Row[]): RecentReadings {
  const readings = rows
    .filter(({ type }) => type === 'cbg')
    .flatMap(({ time, content }) => parseReading(Number(time), content))
    .sort((one, other) => other.time - one.time);
  const loop = rows.find(({ type, time }) => type === 'loop' && time !== null);
  const ahead = rows.filter(({ type }) => type === 'next').map(({ time }) => Number(time));
  return {
    readings,
    lastLoop: loop ? Number(loop.time) : null,
    next: ahead.length === 0 ? null : Math.min(...ahead),
  };
}

function parseReading(time: number, content: string | null): SensorReading[] {
  const { value, units } = JSON.parse(content ?? '{}') as { value?: unknown; units?: unknown };
  const isKnown = typeof value === 'number' && isReading(value) && typeof units === 'string';
  return isKnown ? [{ time, value, units }] : [];
}
