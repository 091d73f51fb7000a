import Synchronization

public protocol _SwiftMetricsSendableProtocol: Sendable {}

public protocol MetricsFactory: _SwiftMetricsSendableProtocol {
  func makeCounter(label: String, dimensions: [(String, String)]) -> CounterHandler
  func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> FloatingPointCounterHandler
  func makeMeter(label: String, dimensions: [(String, String)]) -> MeterHandler
  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> RecorderHandler
  func makeTimer(label: String, dimensions: [(String, String)]) -> TimerHandler
  func destroyCounter(_ handler: CounterHandler)
  func destroyFloatingPointCounter(_ handler: FloatingPointCounterHandler)
  func destroyMeter(_ handler: MeterHandler)
  func destroyRecorder(_ handler: RecorderHandler)
  func destroyTimer(_ handler: TimerHandler)
}

extension MetricsFactory {
  public func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> FloatingPointCounterHandler { Nothing() }
  public func makeMeter(label: String, dimensions: [(String, String)]) -> MeterHandler {
    Nothing()
  }
  public func destroyFloatingPointCounter(_ handler: FloatingPointCounterHandler) {}
  public func destroyMeter(_ handler: MeterHandler) {}
}

public protocol CounterHandler: AnyObject, _SwiftMetricsSendableProtocol {
  func increment(by: Int64)
  func reset()
}

public protocol FloatingPointCounterHandler: AnyObject, _SwiftMetricsSendableProtocol {
  func increment(by: Double)
  func reset()
}

public protocol RecorderHandler: AnyObject, _SwiftMetricsSendableProtocol {
  func record(_ value: Int64)
  func record(_ value: Double)
}

public protocol MeterHandler: AnyObject, _SwiftMetricsSendableProtocol {
  func set(_ value: Int64)
  func set(_ value: Double)
  func increment(by: Double)
  func decrement(by: Double)
}

public protocol TimerHandler: AnyObject, _SwiftMetricsSendableProtocol {
  func recordNanoseconds(_ duration: Int64)
  func preferDisplayUnit(_ unit: TimeUnit)
}

extension TimerHandler {
  public func preferDisplayUnit(_ unit: TimeUnit) {}
}

public enum MetricsSystem {
  private static let bootstrapped = Mutex<(any MetricsFactory)?>(nil)

  /// Sets the factory of new metrics, once per process.
  public static func bootstrap(_ factory: MetricsFactory) {
    bootstrapped.withLock {
      precondition($0 == nil, "the metrics system is bootstrapped once per process")
      $0 = factory
    }
  }

  public static var factory: MetricsFactory { bootstrapped.withLock(\.self) ?? Nothing() }
}

/// Metrics of a process without a metrics system: nothing is recorded.
private final class Nothing: MetricsFactory, CounterHandler, FloatingPointCounterHandler,
  RecorderHandler, MeterHandler, TimerHandler
{
  func makeCounter(label: String, dimensions: [(String, String)]) -> CounterHandler { self }
  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> RecorderHandler { self }
  func makeTimer(label: String, dimensions: [(String, String)]) -> TimerHandler { self }
  func destroyCounter(_ handler: CounterHandler) {}
  func destroyRecorder(_ handler: RecorderHandler) {}
  func destroyTimer(_ handler: TimerHandler) {}
  func increment(by: Int64) {}
  func increment(by: Double) {}
  func decrement(by: Double) {}
  func reset() {}
  func record(_ value: Int64) {}
  func record(_ value: Double) {}
  func set(_ value: Int64) {}
  func set(_ value: Double) {}
  func recordNanoseconds(_ duration: Int64) {}
}
