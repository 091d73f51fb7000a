/// A typical JSON document of a web service, with any number of birds.
struct Flock: Codable {
  struct Bird: Codable {
    struct Nest: Codable {
      struct Place: Codable {
        var latitude: Double
        var longitude: Double
      }

      var street: String
      var city: String
      var place: Place
    }

    var id: Int
    var name: String
    var mail: String
    var isHome: Bool
    var grams: Double
    var seen: String
    var songs: [String]
    var nest: Nest
    var mate: String?
  }

  var page: Int
  var total: Int
  var birds: [Bird]

  init(count: Int) {
    page = 1
    total = count
    birds = (0..<count).map { number in
      let place = Bird.Nest.Place(
        latitude: 52 + Double(number) / 7919, longitude: 13 + Double(number) / 6007)
      return Bird(
        id: number, name: number % 5 == 0 ? "Żaneta Ó Briain" : "Barbara Liskov",
        mail: "bird\(number)@example.com", isHome: number % 2 == 0,
        grams: Double(number * 37 % 1000) / 8, seen: "2026-03-01T12:00:00Z",
        songs: ["swift", "linux", "http"],
        nest: Bird.Nest(street: "\(number % 99) Main Street", city: "Berlin", place: place),
        mate: number % 3 == 0 ? "Ada" : nil)
    }
  }
}
