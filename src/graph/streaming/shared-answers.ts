import { getOccasion, type StreamItem } from '../../platform/events/event-stream';
import { onceATurn } from '../../request/this-turn';
import type { RequestContext } from '../../request/request-context';
import type { PreparedOperation } from './prepare-operation';

const answersOfThisTurn = onceATurn(() => new Map<object, Map<string, Promise<unknown>>>());

/**
 * Shares results between streams for which they cannot differ: the same event, processed in the same turn of the
 * event loop, for the same token and the same operation with the same variables. A dashboard open in many windows
 * then costs one result. Token and rule are still checked for each event, and never on behalf of another token.
 */
export class SharedAnswers {
  private readonly key: string;

  constructor({ caller }: RequestContext, { document, operationName, variables }: PreparedOperation) {
    this.key = JSON.stringify([caller, document.loc?.source.body, operationName, variables]);
  }

  /** The result of `answer`, or of the same call for another stream. */
  get<Answer>(item: StreamItem, answer: () => Promise<Answer>): Promise<Answer> {
    const answers = answersOfThisTurn();
    const occasion = getOccasion(item);
    let ofItem = answers.get(occasion);
    if (!ofItem) answers.set(occasion, (ofItem = new Map<string, Promise<unknown>>()));
    const shared = ofItem.get(this.key) as Promise<Answer> | undefined;
    if (shared) return shared;
    const begun = answer();
    ofItem.set(this.key, begun);
    return begun;
  }
}
