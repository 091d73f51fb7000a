import ApusX509

/// Pins of keys that do not exist.
enum TestPins {
  static func pin(_ number: UInt8) throws -> X509.Pin {
    try X509.Pin(digest: [UInt8](repeating: number, count: 32))
  }

  static func text(_ number: UInt8) throws -> String { "\(try pin(number))" }
}
