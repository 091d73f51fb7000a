/// Options are kept by their names; limits that nobody may set are not read.
extension JSONWritingOptions: Codable {
  private enum Key: String, CodingKey {
    case indent, sortsKeys, escapes, depthLimit
  }

  /// The widest indent that is read; one that is wider would be of no use to anybody.
  private static let greatestIndent = 256

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    if case .lines(let indent) = layout { try values.encode(indent, forKey: .indent) }
    try values.encode(sortsKeys, forKey: .sortsKeys)
    try values.encode(escapes, forKey: .escapes)
    try values.encode(depthLimit, forKey: .depthLimit)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    if values.contains(.indent) {
      layout = .lines(indent: try values.decode(in: 0...Self.greatestIndent, forKey: .indent))
    }
    sortsKeys = try values.decode(Bool.self, forKey: .sortsKeys)
    escapes = try values.decode(Escapes.self, forKey: .escapes)
    depthLimit = try values.decode(
      in: 0...JSONReadingOptions.greatestDepthLimit, forKey: .depthLimit)
  }
}
