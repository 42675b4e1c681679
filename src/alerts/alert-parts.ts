import { AlertDelivery, type DeliveryParts } from './alert-delivery';
import { AlertEvaluator, type EvaluatorParts } from './alert-evaluator';
import { AlertWorker } from './alert-worker';
import { SilencePoll } from './silence-poll';

/** What evaluates alerts beside the requests. */
export function createAlertParts(parts: DeliveryParts & Omit<EvaluatorParts, 'delivery'>) {
  const { watches, log } = parts;
  const evaluator = new AlertEvaluator({ ...parts, delivery: new AlertDelivery(parts) });
  return {
    alertWorker: new AlertWorker(watches, evaluator, log),
    silencePoll: new SilencePoll(watches, evaluator),
  };
}
