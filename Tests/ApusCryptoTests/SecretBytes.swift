import ApusBytes

extension SecretBytes {
  /// The bytes as text, to compare with the values of a standard.
  var hex: String { withBytes { Hex.encode($0) } }

  /// The bytes as an array, to compare with another.
  var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
