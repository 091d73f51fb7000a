public final class Counter: Sendable {
  private let handler: any CounterHandler
  private let factory: any MetricsFactory

  public convenience init(label: String, dimensions: [(String, String)] = []) {
    self.init(label: label, dimensions: dimensions, factory: MetricsSystem.factory)
  }

  public init(label: String, dimensions: [(String, String)] = [], factory: MetricsFactory) {
    handler = factory.makeCounter(label: label, dimensions: dimensions)
    self.factory = factory
  }

  public func increment<DataType: BinaryInteger>(by amount: DataType) {
    handler.increment(by: Int64(amount))
  }
  public func increment() { handler.increment(by: 1) }
  public func reset() { handler.reset() }
  public func destroy() { factory.destroyCounter(handler) }
}

public final class Meter: Sendable {
  private let handler: any MeterHandler
  private let factory: any MetricsFactory

  public convenience init(label: String, dimensions: [(String, String)] = []) {
    self.init(label: label, dimensions: dimensions, factory: MetricsSystem.factory)
  }

  public init(label: String, dimensions: [(String, String)] = [], factory: MetricsFactory) {
    handler = factory.makeMeter(label: label, dimensions: dimensions)
    self.factory = factory
  }

  public func set<DataType: BinaryInteger>(_ value: DataType) { handler.set(Int64(value)) }
  public func increment<DataType: BinaryFloatingPoint>(by amount: DataType) {
    handler.increment(by: Double(amount))
  }
  public func increment() { handler.increment(by: 1) }
  public func decrement<DataType: BinaryFloatingPoint>(by amount: DataType) {
    handler.decrement(by: Double(amount))
  }
  public func decrement() { handler.decrement(by: 1) }
  public func destroy() { factory.destroyMeter(handler) }
}

public class Recorder: @unchecked Sendable {
  private let handler: any RecorderHandler
  private let factory: any MetricsFactory

  public convenience init(
    label: String, dimensions: [(String, String)] = [], aggregate: Bool = true
  ) {
    self.init(
      label: label, dimensions: dimensions, aggregate: aggregate, factory: MetricsSystem.factory)
  }

  public init(
    label: String, dimensions: [(String, String)] = [], aggregate: Bool = true,
    factory: MetricsFactory
  ) {
    handler = factory.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
    self.factory = factory
  }

  public func record<DataType: BinaryInteger>(_ value: DataType) { handler.record(Int64(value)) }
  public func record<DataType: BinaryFloatingPoint>(_ value: DataType) {
    handler.record(Double(value))
  }
  public func destroy() { factory.destroyRecorder(handler) }
}

public final class Gauge: Recorder, @unchecked Sendable {
  public convenience init(label: String, dimensions: [(String, String)] = []) {
    self.init(label: label, dimensions: dimensions, factory: MetricsSystem.factory)
  }

  public convenience init(
    label: String, dimensions: [(String, String)] = [], factory: MetricsFactory
  ) {
    self.init(label: label, dimensions: dimensions, aggregate: false, factory: factory)
  }
}

public enum TimeUnit: Sendable, Equatable {
  case nanoseconds, microseconds, milliseconds, seconds, minutes, hours, days
}

public final class Timer: Sendable {
  private let handler: any TimerHandler
  private let factory: any MetricsFactory

  public convenience init(label: String, dimensions: [(String, String)] = []) {
    self.init(label: label, dimensions: dimensions, factory: MetricsSystem.factory)
  }

  public init(label: String, dimensions: [(String, String)] = [], factory: MetricsFactory) {
    handler = factory.makeTimer(label: label, dimensions: dimensions)
    self.factory = factory
  }

  public convenience init(
    label: String, dimensions: [(String, String)] = [],
    preferredDisplayUnit displayUnit: TimeUnit
  ) {
    self.init(label: label, dimensions: dimensions)
    handler.preferDisplayUnit(displayUnit)
  }

  public func recordNanoseconds(_ duration: Int64) { handler.recordNanoseconds(duration) }
  public func recordNanoseconds<DataType: BinaryInteger>(_ duration: DataType) {
    handler.recordNanoseconds(Int64(clamping: duration))
  }
  public func recordSeconds<DataType: BinaryFloatingPoint>(_ duration: DataType) {
    record(Double(duration), 1_000_000_000)
  }
  public func destroy() { factory.destroyTimer(handler) }

  private func record(_ value: Double, _ scale: Double) {
    handler.recordNanoseconds(Int64(exactly: (value * scale).rounded()) ?? .max)
  }
}
