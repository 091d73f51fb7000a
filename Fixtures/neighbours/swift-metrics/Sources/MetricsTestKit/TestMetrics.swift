public import CoreMetrics
import Synchronization

/// A factory that keeps all values.
public final class TestMetrics: MetricsFactory {
  private struct State {
    var counters: [TestCounter] = []
    var meters: [TestMeter] = []
    var recorders: [TestRecorder] = []
    var timers: [TestTimer] = []
  }

  public struct Missing: Error { public let label: String }

  private let state = Mutex(State())

  public init() {}

  public func reset() { state.withLock { $0 = State() } }

  public var counters: [TestCounter] { state.withLock(\.counters) }
  public var meters: [TestMeter] { state.withLock(\.meters) }
  public var recorders: [TestRecorder] { state.withLock(\.recorders) }
  public var timers: [TestTimer] { state.withLock(\.timers) }

  public func makeCounter(label: String, dimensions: [(String, String)]) -> CounterHandler {
    state.withLock { made(label, dimensions, &$0.counters, TestCounter.init) }
  }
  public func makeMeter(label: String, dimensions: [(String, String)]) -> MeterHandler {
    state.withLock { made(label, dimensions, &$0.meters, TestMeter.init) }
  }
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> RecorderHandler {
    state.withLock { made(label, dimensions, &$0.recorders, TestRecorder.init) }
  }
  public func makeTimer(label: String, dimensions: [(String, String)]) -> TimerHandler {
    state.withLock { made(label, dimensions, &$0.timers, TestTimer.init) }
  }
  public func destroyCounter(_ handler: CounterHandler) {
    state.withLock { $0.counters.removeAll { $0 === handler } }
  }
  public func destroyMeter(_ handler: MeterHandler) {
    state.withLock { $0.meters.removeAll { $0 === handler } }
  }
  public func destroyRecorder(_ handler: RecorderHandler) {
    state.withLock { $0.recorders.removeAll { $0 === handler } }
  }
  public func destroyTimer(_ handler: TimerHandler) {
    state.withLock { $0.timers.removeAll { $0 === handler } }
  }

  public func expectCounter(
    _ label: String, _ dimensions: [(String, String)] = []
  ) throws -> TestCounter { try found(label, dimensions, counters) }
  public func expectMeter(
    _ label: String, _ dimensions: [(String, String)] = []
  ) throws -> TestMeter { try found(label, dimensions, meters) }
  public func expectRecorder(
    _ label: String, _ dimensions: [(String, String)] = []
  ) throws -> TestRecorder { try found(label, dimensions, recorders) }
  public func expectGauge(
    _ label: String, _ dimensions: [(String, String)] = []
  ) throws -> TestRecorder { try found(label, dimensions, recorders) }
  public func expectTimer(
    _ label: String, _ dimensions: [(String, String)] = []
  ) throws -> TestTimer { try found(label, dimensions, timers) }

  private func found<Metric: TestMetric>(
    _ label: String, _ dimensions: [(String, String)], _ metrics: [Metric]
  ) throws -> Metric {
    let wanted = Dictionary(uniqueKeysWithValues: dimensions)
    let metric = metrics.first {
      $0.label == label && Dictionary(uniqueKeysWithValues: $0.dimensions) == wanted
    }
    guard let metric else { throw Missing(label: label) }
    return metric
  }
}

public protocol TestMetric: AnyObject, Sendable {
  var label: String { get }
  var dimensions: [(String, String)] { get }
}

/// Returns the metric of a label and dimensions, which is made if there is none.
private func made<Metric: TestMetric>(
  _ label: String, _ dimensions: [(String, String)], _ metrics: inout [Metric],
  _ make: (String, [(String, String)]) -> Metric
) -> Metric {
  let wanted = Dictionary(uniqueKeysWithValues: dimensions)
  let known = metrics.first {
    $0.label == label && Dictionary(uniqueKeysWithValues: $0.dimensions) == wanted
  }
  if let known { return known }
  let new = make(label, dimensions)
  metrics.append(new)
  return new
}
