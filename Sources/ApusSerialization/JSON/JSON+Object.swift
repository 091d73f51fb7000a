extension JSON {
  /// A JSON object: a list of names and values in their original order, in which each name occurs
  /// once.
  ///
  /// Names are compared byte by byte. A large object has a hash table of the names, with hashes
  /// that an attacker cannot predict.
  public struct Object: Sendable {
    private struct Member {
      let key: String
      var value: JSON.Value
    }

    private var members: [Member] = []
    /// The hash table of the names of a large object, or `nil` if the object is small.
    private var places: NameIndex?

    /// Creates an object without members.
    public init() {}

    /// Creates an object without members and with reserved capacity.
    init(capacity: Int) { members.reserveCapacity(capacity) }

    /// Creates a JSON object from names and values. If a name occurs twice, the later value
    /// replaces the earlier value in its position.
    ///
    /// - Parameter members: The names and values of the members in order.
    public init(_ members: some Sequence<(String, JSON.Value)>) {
      for (key, value) in members { self[key] = value }
    }

    /// Returns the value for a name in the JSON object. Assigning a value preserves the order of
    /// the names, and assigning `nil` removes the name.
    ///
    /// The time to remove a name is proportional to the size of the object.
    ///
    /// - Parameter key: The name of the member.
    public subscript(key: String) -> JSON.Value? {
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

    /// The names of the members in order.
    public var keys: [String] { members.map(\.key) }

    /// Returns the position of a name in the JSON object.
    func place(of key: String) -> Int? {
      let name = key.utf8.span
      if let places {
        return places.place(hash: NameIndex.hash(name)) {
          members[$0].key.utf8.span.isEqual(to: key.utf8.span)
        }
      }
      for place in members.indices where members[place].key.utf8.span.isEqual(to: name) {
        return place
      }
      return nil
    }

    /// Appends a new name and its value to the JSON object.
    mutating func append(_ value: consuming JSON.Value, forNewKey key: consuming String) {
      if places != nil { places?.insert(members.count, hash: NameIndex.hash(key.utf8.span)) }
      members.append(Member(key: key, value: value))
      if places == nil, members.count > NameIndex.scanLimit { indexMembers() }
    }

    private mutating func remove(at place: Int) {
      members.remove(at: place)
      if places != nil { indexMembers() }
    }

    private mutating func indexMembers() {
      var places = NameIndex(capacity: members.capacity)
      for place in members.indices {
        places.insert(place, hash: NameIndex.hash(members[place].key.utf8.span))
      }
      self.places = places
    }
  }
}

extension JSON.Object: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { members.count }

  /// Returns the name and the value at an index of the JSON object.
  ///
  /// - Parameter place: The index of the member, which must exist.
  public subscript(place: Int) -> (key: String, value: JSON.Value) {
    (members[place].key, members[place].value)
  }
}

extension JSON.Object: Hashable {
  public static func == (left: JSON.Object, right: JSON.Object) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes the JSON object independently of the order of its members.
  ///
  /// - Parameter hasher: The hasher that receives the members.
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

extension JSON.Object: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSON.Value)...) { self.init(elements) }
}
