extension Logger {
  public typealias Metadata = [String: MetadataValue]

  public enum MetadataValue: Sendable {
    case string(String)
    case stringConvertible(any CustomStringConvertible & Sendable)
    case dictionary(Metadata)
    case array([Metadata.Value])
  }

  public enum Level: String, Codable, CaseIterable, Sendable {
    case trace, debug, info, notice, warning, error, critical
  }

  public struct Message:
    ExpressibleByStringLiteral, Equatable, CustomStringConvertible,
    ExpressibleByStringInterpolation, Sendable
  {
    private let text: String

    public init(stringLiteral value: String) { text = value }

    public var description: String { text }
  }

  public struct MetadataProvider: Sendable {
    private let provide: @Sendable () -> Metadata

    public init(_ provideMetadata: @escaping @Sendable () -> Metadata) {
      provide = provideMetadata
    }

    public func get() -> Metadata { provide() }
  }
}

extension Logger.Level: Comparable {
  public static func < (left: Logger.Level, right: Logger.Level) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Logger.MetadataValue: Equatable, CustomStringConvertible {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary, _), (.array, _), (_, .dictionary), (_, .array): false
    default: left.description == right.description
    }
  }

  public var description: String {
    switch self {
    case .string(let text): text
    case .stringConvertible(let value): value.description
    case .dictionary(let values): "\(values)"
    case .array(let values): "\(values)"
    }
  }
}

extension Logger.MetadataValue: ExpressibleByStringInterpolation, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }

  public init(dictionaryLiteral elements: (String, Logger.Metadata.Value)...) {
    self = .dictionary(Dictionary(uniqueKeysWithValues: elements))
  }

  public init(arrayLiteral elements: Logger.Metadata.Value...) { self = .array(elements) }
}
