import { decideDelivery, type LoopInput } from '../../../src/demo/closed-loop';

const steady: LoopInput = {
  glucose: 105,
  ratePerMinute: 0,
  target: 105,
  insulinOnBoard: 0,
  carbohydrateOnBoard: 0,
  scheduledRate: 0.8,
  insulinSensitivity: 45,
  carbohydrateRatio: 10,
  automaticBolus: false,
  presentRate: 0.8,
};

describe('decideDelivery', () => {
  it('keeps the schedule while glucose stays at the target', () => {
    expect(decideDelivery(steady)).toEqual({ rate: 0.8, bolus: 0 });
  });

  it.each([
    ['glucose is low', { glucose: 65 }],
    ['glucose falls fast', { glucose: 110, ratePerMinute: -2.5 }],
    ['active insulin will lower it too far', { glucose: 140, insulinOnBoard: 2 }],
  ])('gives nothing when %s', (_, changes) => {
    expect(decideDelivery({ ...steady, ...changes })).toEqual({ rate: 0, bolus: 0 });
  });

  it('raises the rate above the target, up to four times the scheduled one', () => {
    expect(decideDelivery({ ...steady, glucose: 150 }).rate).toBeCloseTo(2.8);
    expect(decideDelivery({ ...steady, glucose: 350 }).rate).toBeCloseTo(3.2);
  });

  it('gives a part of the correction as a bolus if the pump can', () => {
    const decision = decideDelivery({ ...steady, automaticBolus: true, glucose: 195 });
    expect(decision).toEqual({ rate: 0.8, bolus: 0.8 });
  });

  it('covers announced carbohydrate that insulin does not cover yet', () => {
    const decision = decideDelivery({ ...steady, carbohydrateOnBoard: 5 });
    expect(decision.rate).toBeGreaterThan(1.5);
    expect(decideDelivery({ ...steady, carbohydrateOnBoard: 5, insulinOnBoard: 0.5 }).rate).toBe(0.8);
  });

  it('keeps the current rate if the new one hardly differs', () => {
    expect(decideDelivery({ ...steady, glucose: 108, presentRate: 0.85 }).rate).toBe(0.85);
  });
});
