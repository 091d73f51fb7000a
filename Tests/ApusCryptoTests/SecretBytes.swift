import ApusBytes

extension SecretBytes {
  /// The bytes as text, to be compared with what a standard publishes.
  var hex: String { withBytes { Hex.encode($0) } }

  /// The bytes as an array, to be compared with another.
  var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
