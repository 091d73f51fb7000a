public import CoreMetrics
import Synchronization

public final class TestCounter: TestMetric, CounterHandler {
  public let label: String
  public let dimensions: [(String, String)]
  private let all = Mutex<[Int64]>([])

  init(_ label: String, _ dimensions: [(String, String)]) {
    (self.label, self.dimensions) = (label, dimensions)
  }

  public var values: [Int64] { all.withLock(\.self) }
  public var lastValue: Int64? { values.last }
  public var totalValue: Int64 { values.reduce(0, +) }
  public func increment(by: Int64) { all.withLock { $0.append(by) } }
  public func reset() { all.withLock { $0 = [] } }
}

public final class TestMeter: TestMetric, MeterHandler {
  public let label: String
  public let dimensions: [(String, String)]
  private let all = Mutex<[Double]>([])

  init(_ label: String, _ dimensions: [(String, String)]) {
    (self.label, self.dimensions) = (label, dimensions)
  }

  public var values: [Double] { all.withLock(\.self) }
  public var lastValue: Double? { values.last }
  public func set(_ value: Int64) { set(Double(value)) }
  public func set(_ value: Double) { all.withLock { $0.append(value) } }
  public func increment(by: Double) { all.withLock { $0.append(($0.last ?? 0) + by) } }
  public func decrement(by: Double) { increment(by: -by) }
}

public final class TestRecorder: TestMetric, RecorderHandler {
  public let label: String
  public let dimensions: [(String, String)]
  private let all = Mutex<[Double]>([])

  init(_ label: String, _ dimensions: [(String, String)]) {
    (self.label, self.dimensions) = (label, dimensions)
  }

  public var values: [Double] { all.withLock(\.self) }
  public var lastValue: Double? { values.last }
  public func record(_ value: Int64) { record(Double(value)) }
  public func record(_ value: Double) { all.withLock { $0.append(value) } }
}

public final class TestTimer: TestMetric, TimerHandler {
  public let label: String
  public let dimensions: [(String, String)]
  private let all = Mutex<[Int64]>([])

  init(_ label: String, _ dimensions: [(String, String)]) {
    (self.label, self.dimensions) = (label, dimensions)
  }

  public var values: [Int64] { all.withLock(\.self) }
  public var lastValue: Int64? { values.last }
  public func recordNanoseconds(_ duration: Int64) { all.withLock { $0.append(duration) } }
}
