public import ServiceContextModule
import Synchronization

public protocol Injector: Sendable {
  associatedtype Carrier: Sendable
  func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

public protocol Extractor: Sendable {
  associatedtype Carrier: Sendable
  func extract(key: String, from carrier: Carrier) -> String?
}

public protocol Instrument: Sendable {
  func extract<Carrier, Extract>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract: Extractor, Extract.Carrier == Carrier
  func inject<Carrier, Inject>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject: Injector, Inject.Carrier == Carrier
}

public enum InstrumentationSystem {
  private static let bootstrapped = Mutex<(any Instrument)?>(nil)

  /// Sets the instrument, once per process.
  public static func bootstrap(_ instrument: Instrument) {
    bootstrapped.withLock {
      precondition($0 == nil, "the instrumentation system is bootstrapped once per process")
      $0 = instrument
    }
  }

  public static var instrument: Instrument { bootstrapped.withLock(\.self) ?? Nothing() }
}

private struct Nothing: Instrument {
  func extract<Carrier, Extract>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract: Extractor, Extract.Carrier == Carrier {}
  func inject<Carrier, Inject>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject: Injector, Inject.Carrier == Carrier {}
}
