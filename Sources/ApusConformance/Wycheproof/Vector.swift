import ApusBytes
import ApusCrypto
import ApusSerialization

/// A test vector of a Wycheproof file, with the values of its group and its file.
struct Vector {
  enum Result: String { case valid, invalid, acceptable }

  let file: String
  /// The number of the test vector in its file.
  let number: Int
  let schema: String
  let result: Result
  let flags: [String]
  private let test: JSON.Value
  private let group: JSON.Value
  private let document: JSON.Value

  init(
    _ test: JSON.Value, in group: JSON.Value, of document: JSON.Value, file: String
  ) throws(CorpusError) {
    self.file = file
    (self.test, self.group, self.document) = (test, group, document)
    schema = document["schema"]?.string ?? ""
    guard let number = test["tcId"]?.int else { throw .missing(key: "tcId", id: file) }
    self.number = number
    guard let result = test["result"]?.string.flatMap(Result.init) else {
      throw .missing(key: "result", id: "\(file) \(number)")
    }
    self.result = result
    flags = (test["flags"]?.array ?? []).compactMap(\.string)
  }

  var id: String { "\(file) \(number)" }

  /// Returns a value of the test vector. A missing value is read from the group and then from the
  /// file.
  private func value(_ key: String) -> JSON.Value? { test[key] ?? group[key] ?? document[key] }

  func states(_ key: String) -> Bool { value(key) != nil }

  /// Returns a text value of the test vector, which may be a member of an object.
  func text(_ key: String, _ innerKey: String? = nil) throws(CorpusError) -> String {
    let value = innerKey.map { self.value(key)?[$0] } ?? self.value(key)
    guard let text = value?.string else { throw .missing(key: innerKey ?? key, id: id) }
    return text
  }

  func number(_ key: String) throws(CorpusError) -> Int {
    guard let number = value(key)?.int else { throw .missing(key: key, id: id) }
    return number
  }

  func bytes(_ key: String) throws(CorpusError) -> [UInt8] {
    guard let bytes = try? Hex.decode(text(key)) else { throw .missing(key: key, id: id) }
    return bytes
  }

  /// Returns the bytes of an unsigned number, padded with zeros to a minimum count.
  func number(_ key: String, byteCount: Int) throws(CorpusError) -> [UInt8] {
    let digits = try bytes(key).drop { $0 == 0 }
    return [UInt8](repeating: 0, count: max(0, byteCount - digits.count)) + digits
  }
}

/// The names of algorithms and curves in published test vectors.
enum PublishedNames {
  static func hash(_ name: String) -> HashAlgorithm? {
    switch name {
    case "SHA-256": .sha256
    case "SHA-384": .sha384
    case "SHA-512": .sha512
    default: nil
    }
  }

  static func curve(_ name: String) -> NamedCurve? {
    switch name {
    case "secp256r1": .p256
    case "secp384r1": .p384
    case "secp521r1": .p521
    default: nil
    }
  }
}
