/// Named values in the order in which they came, no name twice.
///
/// A name is found by its bytes: in few members by looking at each, in many by a hash that no peer
/// can predict.
public struct JSONObject: Sendable {
  private struct Member {
    let key: String
    var value: JSONValue
  }

  /// Past this many members, looking at each costs more than hashing.
  private static let scanLimit = 16

  private var members: [Member] = []
  /// Where each key stands, once there are many.
  private var places: [ExactText: Int]?

  /// Starts without members.
  public init() {}

  /// Takes members in order; of two with one name, the later value stands in the earlier place.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The value of a name; setting it keeps the name's place, and nil removes it.
  ///
  /// Removing takes time in proportion to the number of members.
  public subscript(key: String) -> JSONValue? {
    get {
      guard let place = place(of: key) else { return nil }
      return members[place].value
    }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): append(value, forNewKey: key)
      case (let place?, nil): remove(at: place)
      case (nil, nil): break
      }
    }
  }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// Where a name stands among the members.
  func place(of key: String) -> Int? {
    let key = ExactText(key)
    if let places { return places[key] }
    for place in members.indices where ExactText(members[place].key) == key { return place }
    return nil
  }

  /// Makes room for that many members.
  mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Adds a member whose name is known to be new.
  mutating func append(_ value: consuming JSONValue, forNewKey key: consuming String) {
    if places != nil { places?[ExactText(copy key)] = members.count }
    members.append(Member(key: key, value: value))
    if places == nil, members.count > Self.scanLimit { indexMembers() }
  }

  /// Puts another value in a place.
  mutating func replaceValue(at place: Int, with value: consuming JSONValue) {
    members[place].value = value
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    if places != nil { indexMembers() }
  }

  private mutating func indexMembers() {
    var places: [ExactText: Int] = [:]
    places.reserveCapacity(2 * members.count)
    for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
    self.places = places
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { members.count }

  /// The member at a place.
  public subscript(place: Int) -> (key: String, value: JSONValue) {
    (members[place].key, members[place].value)
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// A sum, so that the order of the members does not count.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var each = Hasher()
      each.combine(ExactText(member.key))
      each.combine(member.value)
      sum &+= each.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
