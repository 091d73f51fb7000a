import FoundationEssentials

/// A value with Foundation's types, in a file that imports Foundation and none of our modules.
struct Visit: Codable {
  var at: Date
  var page: URL
  var key: Data
  var price: Decimal

  /// The fraction of a second of the date.
  var seconds: Double { at.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) }
}
