import type { JsonValue } from '@ibid/core';
import type { Trajectory, TrajectoryStep } from '@ibid/retrieval/internal';
import type { CallView } from '@ibid/core/turn-view';

/** The inner run of a call: its steps as they arrive, and all of it once the call is over. */
export function trajectoryOfCall(call: CallView): { steps: TrajectoryStep[]; whole: Trajectory | null } {
  const whole = trajectoryIn(call.result?.data ?? null);
  if (whole !== null) return { steps: whole.steps, whole };
  return { steps: call.progress.flatMap((entry) => stepIn(entry.data)), whole: null };
}

function record(value: JsonValue | undefined): { [key: string]: JsonValue } | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
}

/** Tools may send anything; only data of the recorded shape counts as a run. */
function trajectoryIn(data: JsonValue): Trajectory | null {
  const trajectory: unknown = record(data)?.['trajectory'];
  return isRun(trajectory) ? trajectory : null;
}

function isRun(value: unknown): value is Trajectory {
  const { steps, outcome } = (value ?? {}) as Partial<Trajectory>;
  return Array.isArray(steps) && typeof outcome === 'object' && outcome !== null;
}

/** At most one. */
export function stepIn(data: JsonValue): TrajectoryStep[] {
  const value: unknown = data;
  return isStep(value) ? [value] : [];
}

function isStep(value: unknown): value is TrajectoryStep {
  const { step, calls, hops } = (value ?? {}) as Partial<TrajectoryStep>;
  return typeof step === 'number' && Array.isArray(calls) && Array.isArray(hops);
}
