import ApusSerialization

/// The written form of parameters, row by row.
enum ParameterTable {
  static let all: [ParameterCase] =
    escaping + ordering + nesting + nothing + scalars + sets + styles + charsets

  static let escaping: [ParameterCase] = [
    ParameterCase("QS-01", ["a": "b"], "a=b"),
    ParameterCase("QS-01", ["a": "b c"], "a=b%20c"),
    ParameterCase("QS-01", ["a": "b+c"], "a=b%2Bc"),
    ParameterCase("QS-01", ["a": "100%"], "a=100%25"),
    ParameterCase("QS-01", ["a": "%20"], "a=%2520"),
    ParameterCase("QS-01", ["a": "-._~/?"], "a=-._~/?"),
    ParameterCase("QS-01", ["a": ":#[]@"], "a=%3A%23%5B%5D%40"),
    ParameterCase("QS-01", ["a": "!$&'()*+,;="], "a=%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
    ParameterCase("QS-01", ["a": "\"<>\\^`{|}"], "a=%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ParameterCase("QS-01", ["a": "é"], "a=%C3%A9"),
    ParameterCase("QS-01", ["a": "e\u{301}"], "a=e%CC%81"),
    ParameterCase("QS-01", ["a": "日本"], "a=%E6%97%A5%E6%9C%AC"),
    ParameterCase("QS-02", ["a": "😀"], "a=%F0%9F%98%80"),
    ParameterCase(
      "QS-02", ["a": "👩‍👧"], "a=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"),
    ParameterCase(
      "QS-02", ["a": .text(String(repeating: "a", count: 49) + "😀b")],
      "a=\(String(repeating: "a", count: 49))%F0%9F%98%80b"),
    ParameterCase("QS-01", ["a": "\r\n"], "a=%0D%0A"),
    ParameterCase("QS-01", ["a": "\u{0}\u{7f}"], "a=%00%7F"),
    ParameterCase("QS-01", ["a": "x&b=c"], "a=x%26b%3Dc"),
    ParameterCase("QS-12", ["a b": "c"], "a%20b=c"),
    ParameterCase("QS-12", ["a[b]": "c"], "a%5Bb%5D=c"),
    ParameterCase("QS-12", ["ключ": "1"], "%D0%BA%D0%BB%D1%8E%D1%87=1"),
    ParameterCase("QS-12", ["": "x"], "=x"),
    ParameterCase("QS-01", ["a": .data([0x00, 0x41, 0xff])], "a=%00A%FF"),
  ]

  static let ordering: [ParameterCase] = [
    ParameterCase("QS-05", ["b": "2", "a": "1"], "a=1&b=2"),
    ParameterCase("QS-05", ["a": "1", "B": "2", "C": "3", "b": "4"], "B=2&C=3&a=1&b=4"),
    ParameterCase("QS-05", ["a10": 1, "a2": 2, "a1": 3], "a1=3&a10=1&a2=2"),
    ParameterCase("QS-05", ["ab": 1, "a": 2, "a b": 3], "a=2&a%20b=3&ab=1"),
    ParameterCase(
      "QS-05", ["z": 1, "é": 2, "日": 3, "😀": 4], "z=1&%C3%A9=2&%E6%97%A5=3&%F0%9F%98%80=4"),
    ParameterCase("QS-05", ["\u{fb01}": 1, "😀": 2], "%EF%AC%81=1&%F0%9F%98%80=2"),
    ParameterCase(
      "QS-05", ["p": ["z": 1, "a": ["d": 2, "c": 3]]],
      "p%5Ba%5D%5Bc%5D=3&p%5Ba%5D%5Bd%5D=2&p%5Bz%5D=1"),
    ParameterCase(
      "QS-05", RequestParameters(ordered: [("b", 2), ("a", 1), ("b", 3)]), "b=2&a=1&b=3"),
    ParameterCase(
      "QS-05", RequestParameters(ordered: [("z", ["b": 1, "a": 2])]), "z%5Ba%5D=2&z%5Bb%5D=1"),
    ParameterCase("QS-05", ["a": 1, "a": 2], "a=1&a=2"),
    ParameterCase(
      "QS-05", RequestParameters(["b": 1, "a": 2] as [String: RequestParameters.Value]), "a=2&b=1"),
    ParameterCase("QS-05", RequestParameters(["b": 1, "a": nil] as JSON.Object), "a&b=1"),
  ]

  static let nesting: [ParameterCase] = [
    ParameterCase("QS-04", ["u": ["name": "Ada"]], "u%5Bname%5D=Ada"),
    ParameterCase("QS-04", ["a": ["b": ["c": ["d": 1]]]], "a%5Bb%5D%5Bc%5D%5Bd%5D=1"),
    ParameterCase("QS-06", ["t": ["x", "y"]], "t%5B%5D=x&t%5B%5D=y"),
    ParameterCase("QS-06", ["t": ["y", "x"]], "t%5B%5D=y&t%5B%5D=x"),
    ParameterCase(
      "QS-06", ["t": [["x"], ["y", "z"]]], "t%5B%5D%5B%5D=x&t%5B%5D%5B%5D=y&t%5B%5D%5B%5D=z"),
    ParameterCase(
      "QS-06", ["t": [["k": 1], ["k": 2, "a": 3]]],
      "t%5B%5D%5Bk%5D=1&t%5B%5D%5Ba%5D=3&t%5B%5D%5Bk%5D=2"),
    ParameterCase("QS-06", ["u": ["t": ["x"]]], "u%5Bt%5D%5B%5D=x"),
    ParameterCase("QS-06", ["t": ["x", 1, true, nil]], "t%5B%5D=x&t%5B%5D=1&t%5B%5D=1&t%5B%5D"),
    ParameterCase("QS-04", ["u": ["a b": 1]], "u%5Ba%20b%5D=1"),
    ParameterCase("QS-04", ["u": ["": 1]], "u%5B%5D=1"),
    ParameterCase("QS-04", ["a": 1, "b": ["c": 2], "d": [3]], "a=1&b%5Bc%5D=2&d%5B%5D=3"),
  ]

  static let nothing: [ParameterCase] = [
    ParameterCase("QS-08", ["a": nil], "a"),
    ParameterCase("QS-08", ["a": nil, "b": nil], "a&b"),
    ParameterCase("QS-08", ["u": ["a": nil]], "u%5Ba%5D"),
    ParameterCase("QS-09", ["a": ""], "a="),
    ParameterCase("QS-09", ["a": "", "b": ""], "a=&b="),
    ParameterCase("QS-10", ["a": []], ""),
    ParameterCase("QS-10", ["a": [:]], ""),
    ParameterCase("QS-10", ["a": .set([])], ""),
    ParameterCase("QS-10", ["a": [[], [:]]], ""),
    ParameterCase("QS-10", ["a": [], "b": 1, "c": [:]], "b=1"),
    ParameterCase("QS-10", [:], ""),
    ParameterCase("QS-09", ["a": .data([])], "a="),
  ]

  static let scalars: [ParameterCase] = [
    ParameterCase("QS-11", ["a": 0], "a=0"),
    ParameterCase("QS-11", ["a": -7], "a=-7"),
    ParameterCase("QS-11", ["a": .init(UInt64.max)], "a=18446744073709551615"),
    ParameterCase("QS-11", ["a": .init(Int64.min)], "a=-9223372036854775808"),
    ParameterCase(
      "QS-11", ["a": .init(UInt128.max)], "a=340282366920938463463374607431768211455"),
    ParameterCase("QS-11", ["a": 1.5], "a=1.5"),
    ParameterCase("QS-11", ["a": 1.0], "a=1"),
    ParameterCase("QS-11", ["a": 0.1], "a=0.1"),
    ParameterCase("QS-11", ["a": -0.25], "a=-0.25"),
    ParameterCase("QS-11", ["a": 1e21], "a=1e%2B21"),
    ParameterCase("QS-11", ["a": 1e-7], "a=1e-07"),
    ParameterCase("QS-11", ["a": .init(Double.infinity)], "a=inf"),
    ParameterCase("QS-11", ["a": true, "b": false], "a=1&b=0"),
    ParameterCase("QS-11", ["a": true, "b": false], "a=true&b=false") { $0.booleans = .words },
    ParameterCase("QS-11", ["t": [true]], "t%5B%5D=true") { $0.booleans = .words },
  ]

  static let sets: [ParameterCase] = [
    ParameterCase("QS-07", ["s": .set(["b", "a", "c"])], "s=a&s=b&s=c"),
    ParameterCase("QS-07", ["s": .set([10, 9, 1])], "s=1&s=10&s=9"),
    ParameterCase("QS-07", ["s": .init(Set(["x"]))], "s=x"),
    ParameterCase("QS-07", ["s": .init(Set([2, 1]))], "s=1&s=2"),
    ParameterCase("QS-07", ["u": ["s": .set(["b", "a"])]], "u%5Bs%5D=a&u%5Bs%5D=b"),
    ParameterCase("QS-07", ["s": .set(["b", ["a"], ["k": "c"]])], "s%5B%5D=a&s=b&s%5Bk%5D=c"),
    ParameterCase("QS-07", ["t": [.set([2, 1])]], "t%5B%5D=1&t%5B%5D=2"),
  ]

  static let styles: [ParameterCase] = [
    ParameterCase("QS-20", ["t": ["x", "y"]], "t=x&t=y") { $0.arrays = .repeated },
    ParameterCase("QS-20", ["t": [["k": 1]]], "t%5Bk%5D=1") { $0.arrays = .repeated },
    ParameterCase("QS-20", ["t": ["x", "y"]], "t%5B0%5D=x&t%5B1%5D=y") { $0.arrays = .indexed },
    ParameterCase(
      "QS-20", ["t": [["k": 1], ["k": 2]]], "t%5B0%5D%5Bk%5D=1&t%5B1%5D%5Bk%5D=2"
    ) { $0.arrays = .indexed },
    ParameterCase(
      "QS-20", ["t": [[1], [2, 3]]], "t%5B0%5D%5B0%5D=1&t%5B1%5D%5B0%5D=2&t%5B1%5D%5B1%5D=3"
    ) {
      $0.arrays = .indexed
    },
    ParameterCase("QS-20", ["t": ["x", "y,z", 3, nil, true]], "t=x,y%2Cz,3,,1") {
      $0.arrays = .commas
    },
    ParameterCase("QS-20", ["t": [], "u": ["a"]], "u=a") { $0.arrays = .commas },
    ParameterCase("QS-20", ["u": ["t": [1, 2]]], "u%5Bt%5D=1,2") { $0.arrays = .commas },
    ParameterCase("QS-20", ["a b": "c d+e~"], "a+b=c+d%2Be%7E") { $0.escaping = .form },
    ParameterCase("QS-20", ["a": "*-._/?"], "a=*-._%2F%3F") { $0.escaping = .form },
    ParameterCase("QS-11", ["d": .moment(JSON.Moment(seconds: 0))], "d=1970-01-01T00%3A00%3A00Z") {
      $0.dates = .iso8601
    },
    ParameterCase("QS-11", ["d": .moment(JSON.Moment(seconds: 1_700_000_000))], "d=1700000000") {
      $0.dates = .secondsSince1970
    },
    ParameterCase("QS-11", ["d": .moment(JSON.Moment(secondsSinceEpoch: 1.5)!)], "d=1.5") {
      $0.dates = .secondsSince1970
    },
    ParameterCase("QS-11", ["d": .moment(JSON.Moment(secondsSinceEpoch: -0.5)!)], "d=-500") {
      $0.dates = .millisecondsSince1970
    },
  ]

  static let charsets: [ParameterCase] = [
    ParameterCase("QS-18", ["é": "ü"], "%E9=%FC") { $0.charset = .latin1 },
    ParameterCase("QS-18", ["a": "€"], "a=%80") { $0.charset = .windows1252 },
    ParameterCase("QS-18", ["a": "b"], "a=b") { $0.charset = .ascii },
    ParameterCase("QS-18", ["a": "é"], "%00a=%00%E9") { $0.charset = .utf16BigEndian },
    ParameterCase("QS-18", ["t": ["é", "ü"]], "t=%E9,%FC") {
      $0.charset = .latin1
      $0.arrays = .commas
    },
  ]
}
